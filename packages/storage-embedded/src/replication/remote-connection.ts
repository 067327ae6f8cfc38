import type { Readable } from 'node:stream';
import { readBoundedText } from '@stowage/domain/read-bounded';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { Pool } from 'undici';

const CONNECTIONS = 16;
const CONNECT_MS = 5000;
/** Completing a large upload takes a while. */
const HEADERS_MS = 10 * 60_000;
const BODY_MS = 60_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** Expected responses are all short. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_MESSAGE = 300;

/** A remote server refused a request, or could not be reached. */
export class RemoteError extends Error {
  readonly code: string;
  /** Of the response; 0 if there was none. */
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message.slice(0, MAX_MESSAGE));
    this.name = 'RemoteError';
    this.code = code;
    this.status = status;
  }

  /** Whether the server is down or unhealthy, rather than refusing this request. */
  get isOutage(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

/** A complete request, with all its headers. */
export interface RemoteRequest {
  /** Including the query. */
  readonly path: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable | null;
  /** Timeout of the whole call in milliseconds. */
  readonly within?: number | undefined;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A response whose body must be read or destroyed. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: RemoteAnswer['headers'];
  readonly body: Readable;
}

/** Connections to one origin. Does not follow redirects or retry. */
export class RemoteConnection {
  readonly #pool: Pool;
  readonly #refusal: (answer: RemoteAnswer) => RemoteError;

  /**
   * @param refusal returns the error for a response with a status other than 2xx
   * @param connections maximum number of concurrent connections
   */
  constructor(
    origin: string,
    refusal: (answer: RemoteAnswer) => RemoteError,
    connections = CONNECTIONS,
  ) {
    this.#refusal = refusal;
    this.#pool = new Pool(origin, {
      connections,
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
      headersTimeout: HEADERS_MS,
      bodyTimeout: BODY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  /**
   * Sends a request.
   *
   * @throws RemoteError for a status other than 2xx or no response; the body's own error
   */
  async send(request: RemoteRequest): Promise<RemoteAnswer> {
    const { within, ...rest } = request;
    const signal = within === undefined ? null : AbortSignal.timeout(within);
    let answer: RemoteAnswer;
    try {
      const response = await this.#pool.request({ ...rest, signal });
      const text = await readAnswer(response.body);
      answer = { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      throw errorOfConnection(error);
    }
    if (!isGood(answer.status)) {
      throw this.#refusal(answer);
    }
    return answer;
  }

  /**
   * Starts a read.
   *
   * @throws RemoteError for a status other than 2xx or no response; the body also fails with one
   */
  async open(request: Pick<RemoteRequest, 'path' | 'headers'>): Promise<OpenAnswer> {
    try {
      const response = await this.#pool.request({ ...request, method: 'GET' });
      const { statusCode: status, headers, body } = response;
      if (!isGood(status)) {
        throw this.#refusal({ status, headers, text: await readAnswer(body) });
      }
      return { status, headers, body };
    } catch (error) {
      throw errorOfConnection(error);
    }
  }

  /** Accepts no more requests; resolves when the current ones have finished. */
  async retire(): Promise<void> {
    await this.#pool.close();
  }

  /** Aborts the current requests. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function readAnswer(body: AsyncIterable<Uint8Array>): Promise<string> {
  return readBoundedText(
    body,
    MAX_ANSWER_BYTES,
    () => new RemoteError('InvalidResponse', 0, 'The answer of the remote server is too long.'),
  );
}

/** Returns the error of a failed connection; local errors are returned unchanged. */
export function errorOfConnection(error: unknown): unknown {
  // Local errors, such as unreadable content.
  if (error instanceof RemoteError || error instanceof S3Error || !(error instanceof Error)) {
    return error;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return new RemoteError(code, 0, error.message === '' ? code : error.message);
}
