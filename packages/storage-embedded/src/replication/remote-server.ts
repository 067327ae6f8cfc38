import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { EMPTY_SHA256, signRequest, UNSIGNED_PAYLOAD } from '@stowage/storage-wire/sigv4';
import { buildQuery, objectPath } from '@stowage/storage-wire/uri';
import { parseXml, xmlText } from '@stowage/storage-wire/xml';
import {
  type OpenAnswer,
  type RemoteAnswer,
  RemoteConnection,
  RemoteError,
  type RemoteRequest,
} from './remote-connection.ts';
import type { RemoteTarget } from './remote-target.ts';

const DEFAULT_REGION = 'us-east-1';

export interface RemoteCall {
  readonly method: RemoteRequest['method'];
  /** Omitted for calls to the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | { readonly stream: Readable; readonly size: number };
  /** Timeout of the whole call in milliseconds. */
  readonly within?: number;
}

/** The address of a bucket on another server, with credentials. */
export type RemotePlace = Pick<
  RemoteTarget,
  'endpoint' | 'secure' | 'accessKey' | 'secretKey' | 'sessionToken' | 'region' | 'targetBucket'
>;

/** Calls to the server of a target, with its credentials, restricted to its endpoint. */
export class RemoteServer<Target extends RemotePlace = RemoteTarget> {
  /** Can be replaced by one with the same address and credentials. */
  target: Target;
  readonly #connection: RemoteConnection;
  readonly #origin: string;

  /** @param connections maximum number of concurrent connections */
  constructor(target: Target, connections?: number) {
    this.target = target;
    this.#origin = `${target.secure ? 'https' : 'http'}://${target.endpoint}`;
    this.#connection = new RemoteConnection(this.#origin, errorOfAnswer, connections);
  }

  /**
   * Calls the target's bucket or an object in it. Does not follow redirects.
   *
   * @throws RemoteError for a status other than 2xx or no response; the body's own error
   */
  call(call: RemoteCall): Promise<RemoteAnswer> {
    return this.#send(this.#signed(call));
  }

  /**
   * Starts reading an object.
   *
   * @throws RemoteError for a status other than 2xx or no response; the body also fails with one
   */
  async open(call: Omit<RemoteCall, 'method' | 'body' | 'within'>): Promise<OpenAnswer> {
    const { path, headers } = this.#signed({ ...call, method: 'GET' });
    return this.#connection.open({ path, headers });
  }

  #signed(call: RemoteCall): RemoteRequest {
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

  /** Whether the server answers MinIO's health check, and therefore supports MinIO's extensions. */
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

  /** Accepts no more requests; resolves when the current ones have finished. */
  async retire(): Promise<void> {
    await this.#connection.retire();
  }

  /** Aborts the current requests. */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #send(request: RemoteRequest): Promise<RemoteAnswer> {
    const answer = await this.#connection.send(request);
    // Long-running calls send status 200 before they may fail.
    if (/^\s*(?:<\?xml[^>]*>\s*)?<Error[\s>]/.test(answer.text)) {
      throw errorOfAnswer({ ...answer, status: 500 });
    }
    return answer;
  }
}

function hashOf(body: Uint8Array | undefined): string {
  return body === undefined ? EMPTY_SHA256 : hash('sha256', body);
}

const CODES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  403: 'AccessDenied',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  412: 'PreconditionFailed',
};

function errorOfAnswer({ status, headers, text }: RemoteAnswer): RemoteError {
  const fields = readErrorXml(text);
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

/** Reads the XML of an error, which S3 and Azure have in common. */
export function readErrorXml(text: string): {
  code: string | undefined;
  message: string | undefined;
} {
  try {
    const root = parseXml(text);
    return { code: xmlText(root, 'Code'), message: xmlText(root, 'Message') };
  } catch {
    // Sent by something in front of the storage server.
    return { code: undefined, message: undefined };
  }
}
