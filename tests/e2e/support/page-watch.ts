import type { ConsoleMessage, Page, Request, Response } from 'playwright-core';

/** An error response that a test expects. */
export interface ExpectedFailure {
  readonly status: number;
  /** The end of the path. */
  readonly path: string;
}

/** The first call of a visitor who is not logged in. */
const NOT_LOGGED_IN: ExpectedFailure = { status: 401, path: '/api/v1/session' };

/** Statuses of calls that are interrupted by a server going down. */
const TORN_OFF = [502, 503, 504];

/** The API's response for a bucket without default encryption. */
const NOT_ENCRYPTED: ExpectedFailure = { status: 404, path: '/encryption/info' };

/** Records what must not happen on a page: errors, refused content, requests to other origins. */
export interface PageWatch {
  issues(): readonly string[];
  /** Ignores such responses, both past and future. */
  expectFailure(failure: ExpectedFailure): void;
  /** Expects the page's session to end: all pending and background calls receive a 401. */
  expectSessionEnd(): void;
  /** Expects the bucket to be deleted behind the page's back: late calls about it receive a 404. */
  expectBucketGone(bucket: string): void;
  /** Expects the storage server or the console to restart: calls in progress may fail. */
  expectRestart(): void;
  /** Ignores matching lines in the browser's console. */
  expectLine(pattern: RegExp): void;
  /** Allows requests to this origin. */
  expectOrigin(origin: string): void;
}

/**
 * Whether this is Chromium's log line for an error response; the response itself is checked
 * instead.
 */
function isFailedLoad(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource:');
}

/**
 * Watches a page, starting before its first request. Content-Security-Policy violations are logged
 * as console errors.
 */
export function watchPage(page: Page, origin: string): PageWatch {
  const issues: string[] = [];
  const failures: Response[] = [];
  const origins = new Set([origin]);
  const lines: RegExp[] = [];
  const expected: ExpectedFailure[] = [NOT_LOGGED_IN, NOT_ENCRYPTED];
  const gone = new Set<string>();

  const isExpected = (response: Response) => {
    const { pathname } = new URL(response.url());
    const [, bucket = ''] = /\/buckets?\/([^/]+)/.exec(pathname) ?? [];
    if (response.status() === 404 && gone.has(bucket)) return true;
    return expected.some(
      ({ status, path }) => response.status() === status && pathname.endsWith(path),
    );
  };
  page.on('pageerror', (error) => issues.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const serious = message.type() === 'error' || message.type() === 'warning';
    const isKnown = lines.some((line) => line.test(message.text()));
    if (serious && !isFailedLoad(message) && !isKnown)
      issues.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('request', (request: Request) => {
    const { protocol, origin: asked } = new URL(request.url());
    const local = protocol === 'data:' || protocol === 'blob:';
    if (!local && !origins.has(asked)) issues.push(`request to another origin: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(response);
  });
  return {
    issues: () => [
      ...issues,
      ...failures
        .filter((response) => !isExpected(response))
        .map((one) => `${one.status()}: ${one.request().method()} ${one.url()}`),
    ],
    expectFailure: (failure) => expected.push(failure),
    // Every path ends with the empty string.
    expectSessionEnd: () => expected.push({ status: 401, path: '' }),
    expectBucketGone: (bucket) => gone.add(bucket),
    expectRestart: () => expected.push(...TORN_OFF.map((status) => ({ status, path: '' }))),
    expectLine: (pattern) => lines.push(pattern),
    expectOrigin: (one) => origins.add(one),
  };
}
