import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CALLING_FOR_HEADER, CONSOLE_SECRET_HEADER } from '@stowage/storage-wire/calling-for';
import { type Credentials, EMPTY_SHA256, signRequest } from '@stowage/storage-wire/sigv4';
import { buildQuery, type QueryParameters, splitUrl } from '@stowage/storage-wire/uri';
import { refusalFrom, refuseLate, responseUnreadable } from './answer-error.ts';
import { type StorageDispatcher, sharedPool } from './dispatcher.ts';
import { StorageRequestError } from './errors.ts';
import { isStaleConnection, transportError } from './transport-error.ts';
import { USER_AGENT } from './user-agent.ts';

/**
 * The client on whose behalf calls are made, whose address appears in the server's conditions, logs
 * and traces.
 */
export interface CallingFor {
  /** An IP address. */
  readonly address: string;
  /** The secret that makes the embedded store trust the address; not sent to other servers. */
  readonly consoleSecret?: string | undefined;
}

/** The server and the account. */
export interface StorageClientOptions {
  /** `http://host:port` or `https://host:port`, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
  /** The caller itself by default. */
  readonly callingFor?: CallingFor | undefined;
  /** Connection pool; a shared one by default. */
  readonly dispatcher?: StorageDispatcher | undefined;
  /**
   * Connection pool for calls that transfer objects, whose duration depends on the reader or
   * sender; `dispatcher` by default.
   */
  readonly transfers?: StorageDispatcher | undefined;
}

export type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

export interface Call {
  readonly method: Method;
  /** Encoded; sent unchanged. */
  readonly path: string;
  readonly query?: QueryParameters | undefined;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: Uint8Array | Readable | undefined;
  /** Hash of the body; computed for bytes, required for a stream. */
  readonly payloadHash?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether to send it without a signature, because the call contains its own proof of identity.
   */
  readonly unsigned?: boolean | undefined;
  /** Whether the call transfers an object or a stream of events, at the pace of the other side. */
  readonly transfer?: boolean | undefined;
}

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A response with status 2xx, or with 304 to a conditional GET. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Must be read to its end or destroyed. */
  readonly body: Readable;
}

/** Enough for a listing of 1000 long keys with metadata, and for the info of a large cluster. */
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
const LAST_BYTES_MS = 1000;

/** Signs and sends calls, and turns every failure into a typed error. */
export class Transport {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly #service: string;
  readonly #callingFor: Readonly<Record<string, string>>;
  readonly #dispatcher: StorageDispatcher;
  readonly #transfers: StorageDispatcher;

  constructor(options: StorageClientOptions, service: 's3' | 'sts' = 's3') {
    const url = splitUrl(options.endpoint);
    if (url.rawPath !== '/' || url.rawQuery !== '') {
      throw new TypeError('The endpoint of a storage server has no path.');
    }
    this.endpoint = url.origin;
    this.region = options.region;
    this.credentials = options.credentials;
    this.#service = service;
    this.#callingFor = callingForHeaders(options.callingFor);
    this.#dispatcher = options.dispatcher ?? sharedPool();
    this.#transfers = options.transfers ?? this.#dispatcher;
  }

  /**
   * Sends a call and returns the response as a stream.
   *
   * @throws StorageRequestError, StorageUnreachableError, StorageTimeoutError; the signal's reason
   *    if aborted; the body's own error if reading it failed
   */
  async send(call: Call): Promise<Answer> {
    const answer = await this.#attempt(call);
    const isUnchanged = answer.status === 304 && call.headers?.['if-none-match'] !== undefined;
    if (answer.status < 300 || (isUnchanged && call.method === 'GET')) {
      return answer;
    }
    throw refusalFrom(answer, await this.#errorDocument(call, answer));
  }

  /** Sends a call and reads the whole response. */
  async sendForBytes(call: Call): Promise<{ headers: AnswerHeaders; bytes: Buffer }> {
    const answer = await this.send(call);
    const bytes = await readDocument(answer, MAX_DOCUMENT_BYTES, call.signal);
    const { body } = call;
    if (body !== undefined && !(body instanceof Uint8Array) && !(await isSent(body))) {
      throw responseUnreadable(answer.status, 'It came before everything was sent.');
    }
    return { headers: answer.headers, bytes };
  }

  /** Sends a call and returns the response headers. The body is only checked for an error. */
  async sendForHeaders(call: Call): Promise<AnswerHeaders> {
    const { headers, bytes } = await this.sendForBytes(call);
    refuseLate(bytes);
    return headers;
  }

  async #errorDocument(call: Call, answer: Answer): Promise<Uint8Array> {
    try {
      return await readDocument(answer, MAX_ERROR_BYTES, call.signal);
    } catch (error) {
      // A refusal with an oversized or truncated body is still a refusal, with its status.
      if (call.signal?.aborted) {
        throw error;
      }
      return new Uint8Array(0);
    }
  }

  async #attempt(call: Call): Promise<Answer> {
    try {
      return await this.#dispatch(call);
    } catch (error) {
      const repeatable = (call.method === 'GET' || call.method === 'HEAD') && !call.body;
      if (repeatable && isStaleConnection(error) && !call.signal?.aborted) {
        try {
          return await this.#dispatch(call);
        } catch (second) {
          throw transportError(second, call);
        }
      }
      throw transportError(error, call);
    }
  }

  async #dispatch(call: Call): Promise<Answer> {
    const query = call.query === undefined ? '' : buildQuery(call.query);
    const path = query === '' ? call.path : `${call.path}?${query}`;
    const headers: Record<string, string> = { 'user-agent': USER_AGENT };
    for (const [name, value] of Object.entries(call.headers ?? {})) {
      if (value !== undefined) {
        headers[name] = value;
      }
    }
    const sent = call.unsigned === true ? headers : this.#signed(call, path, headers);
    const dispatcher = call.transfer === true ? this.#transfers : this.#dispatcher;
    const response = await dispatcher.request({
      origin: this.endpoint,
      path,
      method: call.method,
      // Not signed, as proxies on the way append to them.
      headers: { ...sent, ...this.#callingFor },
      body: call.body ?? null,
      signal: call.signal ?? null,
    });
    // Destroying a body before its end emits an error, which without a listener would terminate the
    // process. Readers of the body still receive it.
    response.body.on('error', () => {});
    return { status: response.statusCode, headers: response.headers, body: response.body };
  }

  #signed(call: Call, path: string, headers: Readonly<Record<string, string>>) {
    return signRequest({
      method: call.method,
      url: this.endpoint + path,
      headers,
      payloadHash: call.payloadHash ?? bodyHash(call.body),
      credentials: this.credentials,
      region: this.region,
      service: this.#service,
    });
  }
}

function callingForHeaders(callingFor: CallingFor | undefined): Record<string, string> {
  if (callingFor === undefined) {
    return {};
  }
  const { address, consoleSecret } = callingFor;
  return {
    [CALLING_FOR_HEADER]: address,
    ...(consoleSecret === undefined ? {} : { [CONSOLE_SECRET_HEADER]: consoleSecret }),
  };
}

function bodyHash(body: Uint8Array | Readable | undefined): string {
  if (body === undefined) {
    return EMPTY_SHA256;
  }
  if (!(body instanceof Uint8Array)) {
    throw new TypeError('A streamed body needs a payload hash.');
  }
  return hash('sha256', body);
}

/** Whether a request body was read to its end, which may be a moment after the response. */
async function isSent(body: Readable): Promise<boolean> {
  try {
    await finished(body, { writable: false, signal: AbortSignal.timeout(LAST_BYTES_MS) });
    return true;
  } catch {
    return false;
  }
}

async function readDocument(
  answer: Answer,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > limit) {
        throw responseUnreadable(answer.status, `The answer is larger than ${limit} bytes.`);
      }
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof StorageRequestError ? error : transportError(error, { signal });
  }
  return Buffer.concat(pieces, size);
}

/** Returns the single value of a header. */
export function header(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
