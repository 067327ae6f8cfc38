import type { Readable } from 'node:stream';
import {
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
} from '@stowage/storage-wire/admin-cipher';
import { TooManyWaitingError } from '@stowage/storage-wire/fair-turns';
import { responseUnreadable } from '../answer-error.ts';
import { StorageRequestError } from '../errors.ts';
import { readJsonLines } from '../json-lines.ts';
import {
  type AnswerHeaders,
  type Call,
  type Method,
  type StorageClientOptions,
  Transport,
} from '../transport.ts';
import { JsonObject } from './json.ts';
import type { Abortable } from './types.ts';

const PREFIXES = { 'admin/v3': '/minio/admin/v3/', 'kms/v1': '/minio/kms/v1/' };

interface AdminCall extends Abortable {
  readonly method: Method;
  /** The Admin API by default. */
  readonly api?: keyof typeof PREFIXES;
  /** Relative to the API's own path. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON as text, or bytes. */
  readonly body?: string | Uint8Array;
  /** Whether the body contains secrets and must be encrypted with the caller's secret key. */
  readonly encrypt?: boolean;
}

/** Calls the Admin API, with JSON payloads. */
export class AdminTransport {
  readonly #transport: Transport;

  constructor(options: StorageClientOptions) {
    this.#transport = new Transport(options);
  }

  /** Sends a call and ignores the body of a successful response. */
  async run(call: AdminCall): Promise<void> {
    await this.#transport.sendForHeaders(await this.#call(call));
  }

  async readJson(call: AdminCall): Promise<JsonObject> {
    return JsonObject.parse(await this.#send(call));
  }

  readBytes(call: AdminCall): Promise<Uint8Array> {
    return this.#send(call);
  }

  /**
   * Reads the response as a JSON string.
   *
   * @throws StorageRequestError InvalidResponse if the response is not a JSON string
   */
  async readText(call: AdminCall): Promise<string> {
    return JsonObject.parseText(await this.#send(call));
  }

  async readJsonList(call: AdminCall): Promise<JsonObject[]> {
    return JsonObject.parseList(await this.#send(call));
  }

  async readTextList(call: AdminCall): Promise<string[]> {
    return JsonObject.parseTextList(await this.#send(call));
  }

  /** Sends a call and returns the response headers. */
  async readHeaders(call: AdminCall): Promise<AnswerHeaders> {
    return (await this.#answer(call)).headers;
  }

  /** Reads a response that the server encrypted with the caller's secret key. */
  async readEncryptedJson(call: AdminCall): Promise<JsonObject> {
    return JsonObject.parse(await this.#readEncrypted(call));
  }

  /** Like `readEncryptedJson`, for a list. */
  async readEncryptedJsonList(call: AdminCall): Promise<JsonObject[]> {
    return JsonObject.parseList(await this.#readEncrypted(call));
  }

  /** Like `readEncryptedJson`, for text. */
  async readEncryptedText(call: AdminCall): Promise<string> {
    return Buffer.from(await this.#readEncrypted(call)).toString('utf8');
  }

  async #readEncrypted(call: AdminCall): Promise<Uint8Array> {
    const payload = await this.#send(call);
    try {
      return await decryptAdminPayload(this.#secretKey, payload);
    } catch (error) {
      throw error instanceof AdminPayloadError
        ? responseUnreadable(200, error.message)
        : whenBusy(error);
    }
  }

  /**
   * Reads a streaming response with one JSON document per line. Resolves when the response starts;
   * reading throws what `readJsonLines` throws. The call occupies one of the connections for
   * transfers until its signal is aborted or the reader stops.
   *
   * @param longest maximum characters per line
   */
  async readLines(call: AdminCall, longest?: number): Promise<AsyncGenerator<JsonObject>> {
    const { signal } = call;
    return readJsonLines(
      await this.#transport.send(await this.#call(call, true)),
      { signal },
      longest,
    );
  }

  /**
   * Returns the response as a stream, over one of the connections for transfers. Must be read or
   * destroyed.
   */
  async readStream(call: AdminCall): Promise<Readable> {
    return (await this.#transport.send(await this.#call(call, true))).body;
  }

  get #secretKey(): string {
    return this.#transport.credentials.secretKey;
  }

  async #send(call: AdminCall): Promise<Buffer> {
    return (await this.#answer(call)).bytes;
  }

  async #answer(call: AdminCall): Promise<{ headers: AnswerHeaders; bytes: Buffer }> {
    return this.#transport.sendForBytes(await this.#call(call));
  }

  async #call(
    { method, api = 'admin/v3', path, query, body, encrypt, signal }: AdminCall,
    transfer = false,
  ): Promise<Call> {
    const plain = body === undefined ? undefined : Buffer.from(body);
    const sent =
      plain !== undefined && encrypt === true
        ? await encryptAdminPayload(this.#secretKey, plain).catch((error: unknown) => {
            throw whenBusy(error);
          })
        : plain;
    return {
      method,
      path: PREFIXES[api] + path,
      query,
      headers: {
        'content-type':
          sent === undefined
            ? undefined
            : encrypt === true || typeof body !== 'string'
              ? 'application/octet-stream'
              : 'application/json',
      },
      body: sent,
      signal,
      transfer,
    };
  }
}

/** Key derivations for payloads run one at a time, and the number of waiting ones is limited. */
function whenBusy(error: unknown): unknown {
  return error instanceof TooManyWaitingError
    ? new StorageRequestError({ code: 'SlowDown', status: 503, message: error.message })
    : error;
}
