import type { Readable } from 'node:stream';
import { buildQuery, objectPath } from '@stowage/storage-wire/uri';
import {
  parseXml,
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
} from '@stowage/storage-wire/xml';
import type { ByteRange } from '../engine/types.ts';
import {
  type RemoteAnswer,
  RemoteConnection,
  RemoteError,
  type RemoteRequest,
} from '../replication/remote-connection.ts';
import { readErrorXml } from '../replication/remote-server.ts';
import { azurePlace } from './azure-place.ts';
import { azureAuthorization } from './azure-signature.ts';
import {
  digested,
  needSameDigest,
  READERS,
  readRemote,
  unlessGone,
  WITHIN_MS,
} from './remote-content.ts';
import { remoteKey, type Tier } from './tier.ts';
import type { OpenContent, RemoteContent, TierServer } from './tier-server.ts';

/** The first version with blobs of 5,000 MiB per request and blocks of 4,000 MiB. */
const API_VERSION = '2021-12-02';

/** Maximum bytes per request. */
export interface AzureSizes {
  readonly blob: number;
  readonly block: number;
}

const SIZES: AzureSizes = { blob: 4 * 1024 ** 3, block: 512 * 1024 ** 2 };

interface AzureCall {
  readonly method: RemoteRequest['method'];
  /** Omitted for calls to the container. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | { readonly stream: Readable; readonly size: number };
}

/** A container in Azure Blob Storage. */
export class AzureTier implements TierServer {
  readonly tier: Tier;
  readonly #base: string;
  readonly #sizes: AzureSizes;
  readonly #server: RemoteConnection;
  readonly #readers: RemoteConnection;

  constructor(tier: Tier, sizes: AzureSizes = SIZES) {
    const { origin, base } = azurePlace(tier);
    this.tier = tier;
    this.#base = base;
    this.#sizes = sizes;
    this.#server = new RemoteConnection(origin, errorOfAnswer);
    this.#readers = new RemoteConnection(origin, errorOfAnswer, READERS);
  }

  async put(key: string, size: number, open: OpenContent): Promise<undefined> {
    const at = remoteKey(this.tier, key);
    await (size > this.#sizes.blob
      ? this.#putBlocks(at, size, open)
      : this.#putBlob(at, size, open));
  }

  async #putBlob(key: string, size: number, open: OpenContent): Promise<void> {
    const { source, md5 } = digested(open(undefined));
    const headers = { 'x-ms-blob-type': 'BlockBlob', ...this.#accessTier() };
    const answer = await this.#call({
      method: 'PUT',
      key,
      headers,
      body: { stream: source, size },
    });
    needSameDigest(digestOf(answer), md5().toString('base64'));
  }

  /** The server discards uncommitted blocks after a week. */
  async #putBlocks(key: string, size: number, open: OpenContent): Promise<void> {
    const { block } = this.#sizes;
    const ids: string[] = [];
    for (let start = 0; start < size; start += block) {
      const end = Math.min(start + block, size) - 1;
      const blockid = Buffer.from(String(ids.length).padStart(8, '0')).toString('base64');
      const { source, md5 } = digested(open({ start, end }));
      const answer = await this.#call({
        method: 'PUT',
        key,
        query: { comp: 'block', blockid },
        body: { stream: source, size: end - start + 1 },
      });
      needSameDigest(digestOf(answer), md5().toString('base64'));
      ids.push(xmlElement('Latest', blockid));
    }
    await this.#call({
      method: 'PUT',
      key,
      query: { comp: 'blocklist' },
      headers: this.#accessTier(),
      body: Buffer.from(xmlDocument('BlockList', ids)),
    });
  }

  #accessTier(): Record<string, string> {
    const { storageClass } = this.tier;
    return storageClass === '' ? {} : { 'x-ms-access-tier': storageClass };
  }

  read({ key }: RemoteContent, range: ByteRange | undefined): Readable {
    return readRemote(range, (headers) => {
      const call = { method: 'GET', key: remoteKey(this.tier, key), headers } as const;
      return this.#readers.open(this.#signed(call));
    });
  }

  remove({ key }: RemoteContent): Promise<void> {
    const at = remoteKey(this.tier, key);
    return unlessGone(this.#call({ method: 'DELETE', key: at }, WITHIN_MS));
  }

  removeUnfinished(key: string): Promise<void> {
    return this.remove({ key });
  }

  async isInUse(): Promise<boolean> {
    const prefix = remoteKey(this.tier, '');
    const query = { restype: 'container', comp: 'list', prefix, maxresults: '1' };
    const { text } = await this.#call({ method: 'GET', query }, WITHIN_MS);
    const blobs = xmlChild(parseXml(text), 'Blobs');
    return blobs !== undefined && xmlChildren(blobs, 'Blob').length > 0;
  }

  async hostId(): Promise<string> {
    return '';
  }

  async retire(): Promise<void> {
    await Promise.all([this.#server.retire(), this.#readers.retire()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.close(), this.#readers.close()]);
  }

  async #call(call: AzureCall, within?: number): Promise<RemoteAnswer> {
    return this.#server.send({ ...this.#signed(call), within });
  }

  #signed({ method, key, query = {}, headers: given = {}, body }: AzureCall): RemoteRequest {
    const { bucket, accessKey: account, secretKey } = this.tier;
    const path = this.#base + objectPath(bucket, key);
    const streamed = body !== undefined && !(body instanceof Uint8Array);
    const length = streamed ? body.size : body?.length;
    const headers = {
      ...given,
      ...(length === undefined
        ? {}
        : { 'content-length': String(length), 'content-type': 'application/octet-stream' }),
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': API_VERSION,
    };
    const authorization = azureAuthorization(
      { method, path, query, headers },
      { account, key: secretKey },
    );
    const search = buildQuery(query);
    return {
      method,
      path: search === '' ? path : `${path}?${search}`,
      headers: { ...headers, authorization },
      body: streamed ? body.stream : (body ?? null),
    };
  }
}

function digestOf({ headers }: RemoteAnswer): string | undefined {
  const md5 = headers['content-md5'];
  return typeof md5 === 'string' ? md5 : undefined;
}

function errorOfAnswer({ status, headers, text }: RemoteAnswer): RemoteError {
  const fields = readErrorXml(text);
  const named = headers['x-ms-error-code'];
  const code = (typeof named === 'string' ? named : fields.code) ?? `HTTP${status}`;
  // The lines after the first are only relevant to Microsoft.
  const message = fields.message?.split('\n')[0];
  return new RemoteError(code, status, message ?? `Azure answered with status ${status}.`);
}
