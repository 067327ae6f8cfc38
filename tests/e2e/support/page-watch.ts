import type { ConsoleMessage, Page, Request, Response } from 'playwright-core';

/** An answer with an error status that a test expects. */
export interface ExpectedFailure {
  readonly status: number;
  /** The end of the address, without its query. */
  readonly path: string;
}

/** The first call of a visitor who is not logged in. */
const NOT_LOGGED_IN: ExpectedFailure = { status: 401, path: '/api/v1/session' };

/** How a call ends that a server is torn from. */
const TORN_OFF = [502, 503, 504];

/** How the API says that a bucket has no default encryption. */
const NOT_ENCRYPTED: ExpectedFailure = { status: 404, path: '/encryption/info' };

/** What happened on a page that must not happen: errors, refused content, requests that leave. */
export interface PageWatch {
  issues(): readonly string[];
  /** Such answers are no issue, whether they came already or not. */
  expectFailure(failure: ExpectedFailure): void;
  /** The page's session ends: every call that was on its way, or is made by a clock, is answered with 401. */
  expectSessionEnd(): void;
  /** The bucket is deleted behind the page's back: every call about it that comes too late is answered with 404. */
  expectBucketGone(bucket: string): void;
  /** The storage server, or the console, goes down and comes back: whatever is under way may fail with it. */
  expectRestart(): void;
  /** Lines like this in the browser's console are no issue. */
  expectLine(pattern: RegExp): void;
  /** Requests to this origin are no issue. */
  expectOrigin(origin: string): void;
}

/** Chromium's own line for an answer with an error status; the answer itself is judged instead. */
function isFailedLoad(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource:');
}

/** Watches a page from before its first request. Content-Security-Policy violations are console errors. */
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
    // Every path ends with nothing.
    expectSessionEnd: () => expected.push({ status: 401, path: '' }),
    expectBucketGone: (bucket) => gone.add(bucket),
    expectRestart: () => expected.push(...TORN_OFF.map((status) => ({ status, path: '' }))),
    expectLine: (pattern) => lines.push(pattern),
    expectOrigin: (one) => origins.add(one),
  };
}
