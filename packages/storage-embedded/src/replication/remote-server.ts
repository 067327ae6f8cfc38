import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { EMPTY_SHA256, signRequest, UNSIGNED_PAYLOAD } from '@stowage/storage-wire/sigv4';
import { buildQuery, objectPath } from '@stowage/storage-wire/uri';
import { parseXml, xmlText } from '@stowage/storage-wire/xml';
import { Pool } from 'undici';
import type { RemoteTarget } from './remote-target.ts';

const CONNECTIONS = 16;
const CONNECT_MS = 5000;
/** The end of a large upload takes its time. */
const HEADERS_MS = 10 * 60_000;
const BODY_MS = 60_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** No answer that is asked for is long. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_MESSAGE = 300;
const DEFAULT_REGION = 'us-east-1';

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

export interface RemoteCall {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without it the call is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | { readonly stream: Readable; readonly size: number };
  /** Milliseconds for the whole call. */
  readonly within?: number;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface SignedCall {
  readonly path: string;
  readonly method: RemoteCall['method'];
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable | null;
  readonly within: number | undefined;
}

/** Where a bucket of another server is, and with which credentials. */
export type RemotePlace = Pick<
  RemoteTarget,
  'endpoint' | 'secure' | 'accessKey' | 'secretKey' | 'sessionToken' | 'region' | 'targetBucket'
>;

/** An answer whose body is still to be read, or to be destroyed. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: RemoteAnswer['headers'];
  readonly body: Readable;
}

/** Calls to the server of a target, with its credentials, to its endpoint alone. */
export class RemoteServer<Target extends RemotePlace = RemoteTarget> {
  /** Another one may be set that is reached in the same way. */
  target: Target;
  readonly #pool: Pool;
  readonly #origin: string;

  /** @param connections at most so many at the same time */
  constructor(target: Target, connections = CONNECTIONS) {
    this.target = target;
    this.#origin = `${target.secure ? 'https' : 'http'}://${target.endpoint}`;
    this.#pool = new Pool(this.#origin, {
      connections,
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
      headersTimeout: HEADERS_MS,
      bodyTimeout: BODY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  /**
   * Sends a call to the target's bucket or to an object in it. Redirects are not followed.
   *
   * @throws RemoteError for every answer but 2xx and for none; the body's own error
   */
  call(call: RemoteCall): Promise<RemoteAnswer> {
    return this.#send(this.#signed(call));
  }

  /**
   * Begins to read an object.
   *
   * @throws RemoteError for every answer but 2xx and for none; the body fails with one as well
   */
  async open(call: Omit<RemoteCall, 'method' | 'body' | 'within'>): Promise<OpenAnswer> {
    const { path, headers } = this.#signed({ ...call, method: 'GET' });
    try {
      const response = await this.#pool.request({ path, headers, method: 'GET' });
      const { statusCode: status } = response;
      if (status < 200 || status >= 300) {
        const text = await readBounded(response.body);
        throw errorOfAnswer({ status, headers: response.headers, text });
      }
      return { status, headers: response.headers, body: response.body };
    } catch (error) {
      throw errorOfConnection(error);
    }
  }

  #signed(call: RemoteCall): SignedCall {
    const { accessKey, secretKey, sessionToken, region } = this.target;
    const query = buildQuery(call.query ?? {});
    const path = objectPath(this.target.targetBucket, call.key) + (query === '' ? '' : `?${query}`);
    const { body } = call;
    const streamed = body !== undefined && !(body instanceof Uint8Array);
    const headers = signRequest({
      method: call.method,
      url: this.#origin + path,
      headers: call.headers ?? {},
      payloadHash: streamed ? UNSIGNED_PAYLOAD : hashOf(body),
      credentials: { accessKey, secretKey, ...(sessionToken === '' ? {} : { sessionToken }) },
      region: region === '' ? DEFAULT_REGION : region,
      service: 's3',
    });
    const length = streamed ? body.size : (body?.length ?? 0);
    const bodied = call.method === 'PUT' || call.method === 'POST';
    return {
      path,
      method: call.method,
      headers: bodied ? { ...headers, 'content-length': String(length) } : headers,
      body: streamed ? body.stream : (body ?? null),
      within: call.within,
    };
  }

  /** Whether the server answers MinIO's health check, and so speaks MinIO's extensions. */
  async speaksMinio(within: number): Promise<boolean> {
    try {
      const path = '/minio/health/live';
      await this.#send({ path, method: 'GET', headers: {}, body: null, within });
      return true;
    } catch (error) {
      if (error instanceof RemoteError && !error.isOutage) {
        return false;
      }
      throw error;
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #send(request: SignedCall): Promise<RemoteAnswer> {
    const { within, ...rest } = request;
    const signal = within === undefined ? null : AbortSignal.timeout(within);
    let answer: RemoteAnswer;
    try {
      const response = await this.#pool.request({ ...rest, signal });
      const text = await readBounded(response.body);
      answer = { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      throw errorOfConnection(error);
    }
    if (answer.status < 200 || answer.status >= 300) {
      throw errorOfAnswer(answer);
    }
    // What takes long is promised with a 200 before it is known to fail.
    if (/^\s*(?:<\?xml[^>]*>\s*)?<Error[\s>]/.test(answer.text)) {
      throw errorOfAnswer({ ...answer, status: 500 });
    }
    return answer;
  }
}

function hashOf(body: Uint8Array | undefined): string {
  return body === undefined ? EMPTY_SHA256 : hash('sha256', body);
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new RemoteError('InvalidResponse', 0, 'The answer of the remote server is too long.');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
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

const CODES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  403: 'AccessDenied',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  412: 'PreconditionFailed',
};

function errorOfAnswer({ status, headers, text }: RemoteAnswer): RemoteError {
  const fields = readError(text);
  const named = headers['x-minio-error-code'];
  const code =
    fields.code ??
    (typeof named === 'string' ? named : undefined) ??
    CODES[status] ??
    `HTTP${status}`;
  const described = headers['x-minio-error-desc'];
  const message =
    fields.message ??
    (typeof described === 'string' ? described.replace(/^"|"$/g, '') : undefined) ??
    `The remote server answered with status ${status}.`;
  return new RemoteError(code, status, message);
}

function readError(text: string): { code: string | undefined; message: string | undefined } {
  try {
    const root = parseXml(text);
    return { code: xmlText(root, 'Code'), message: xmlText(root, 'Message') };
  } catch {
    // Not of the storage server but of something before it.
    return { code: undefined, message: undefined };
  }
}
