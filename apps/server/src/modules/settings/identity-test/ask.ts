import { readBoundedText } from '@stowage/domain/read-bounded';
import { createStoragePool } from '@stowage/storage-client/dispatcher';
import { connectionFailure } from '../../../upstream/connection-failure.ts';
import { StepError } from './steps.ts';

/** Timeout of each request. */
const WITHIN_MS = 5000;
const MAX_BYTES = 1024 * 1024;

export interface Question {
  readonly url: string;
  /** Sent as a form. */
  readonly form?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  /** The body if it is a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Sends a request with limits on time and size, without following redirects. @throws StepError */
export type Ask = (question: Question) => Promise<Answer>;

/**
 * Creates a function that requests only URLs whose addresses are not refused.
 * @param refuses whether the console must not connect to an IP address
 */
export function createAsk(refuses: (address: string) => boolean): {
  readonly ask: Ask;
  close(): Promise<void>;
} {
  const pool = createStoragePool({ connections: 2, refuses });
  return {
    async ask({ url, form, headers }) {
      const { origin, pathname, search } = new URL(url);
      try {
        const {
          statusCode,
          headers: said,
          body,
        } = await pool.request({
          ...{ origin, path: pathname + search, method: form ? 'POST' : 'GET' },
          headers: {
            accept: 'application/json',
            ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
          ...(form && { body: form.toString() }),
          signal: AbortSignal.timeout(WITHIN_MS),
        });
        const text = await readBoundedText(body, MAX_BYTES, () => new StepError('too-large'));
        const { location } = said;
        return {
          status: statusCode,
          location: typeof location === 'string' ? location : undefined,
          json: objectOf(text),
        };
      } catch (error) {
        if (error instanceof StepError) throw error;
        throw new StepError(connectionFailure(error));
      }
    },
    close: () => pool.destroy(),
  };
}

function objectOf(text: string): Answer['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
