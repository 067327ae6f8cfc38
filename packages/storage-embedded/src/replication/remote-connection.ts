import type { Readable } from 'node:stream';
import { readBoundedText } from '@stowage/domain/read-bounded';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { Pool } from 'undici';

const CONNECTIONS = 16;
const CONNECT_MS = 5000;
/** The end of a large upload takes its time. */
const HEADERS_MS = 10 * 60_000;
const BODY_MS = 60_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** No answer that is asked for is long. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_MESSAGE = 300;

/** What a remote server said no to, or that it could not be asked. */
export class RemoteError extends Error {
  readonly code: string;
  /** Of the answer; 0 when there was none. */
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message.slice(0, MAX_MESSAGE));
    this.name = 'RemoteError';
    this.code = code;
    this.status = status;
  }

  /** The server is not there or not well, which is not about this one request. */
  get isOutage(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

/** A request with all its headers, to be sent as it is. */
export interface RemoteRequest {
  /** With the query. */
  readonly path: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable | null;
  /** Milliseconds for the whole call. */
  readonly within?: number | undefined;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** An answer whose body is still to be read, or to be destroyed. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: RemoteAnswer['headers'];
  readonly body: Readable;
}

/** Connections to one origin. Redirects are not followed, nothing is tried twice. */
export class RemoteConnection {
  readonly #pool: Pool;
  readonly #refusal: (answer: RemoteAnswer) => RemoteError;

  /**
   * @param refusal what an answer that is not 2xx says
   * @param connections at most so many at the same time
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

  /** @throws RemoteError for every answer but 2xx and for none; the body's own error */
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
   * Begins to read.
   *
   * @throws RemoteError for every answer but 2xx and for none; the body fails with one as well
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

  /** Takes no more requests; resolves when those that are under way have ended. */
  async retire(): Promise<void> {
    await this.#pool.close();
  }

  /** Ends what is under way. */
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

/** What a failed connection is told as; failures of our own side stay as they are. */
export function errorOfConnection(error: unknown): unknown {
  // Failures of our own side, such as a content that cannot be read.
  if (error instanceof RemoteError || error instanceof S3Error || !(error instanceof Error)) {
    return error;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return new RemoteError(code, 0, error.message === '' ? code : error.message);
}
