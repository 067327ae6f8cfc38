import type { Readable } from 'node:stream';
import {
  parseXml,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from '@stowage/storage-wire/xml';
import type { ByteRange } from '../engine/types.ts';
import { type RemotePlace, RemoteServer } from '../replication/remote-server.ts';
import { digested, needSameDigest, READERS, readRemote, WITHIN_MS } from './remote-content.ts';
import { placeOf, remoteKey, type Tier } from './tier.ts';
import type { OpenContent, RemoteContent, TierServer } from './tier-server.ts';

/** S3's limit for an upload in one request. */
const MAX_AT_ONCE = 5 * 1024 ** 3;
const PART_BYTES = 512 * 1024 ** 2;
const MD5 = /^"?([0-9a-f]{32})"?$/;

/** A bucket at AWS or on an S3-compatible server. */
export class S3Tier implements TierServer {
  readonly tier: Tier;
  readonly #server: RemoteServer<RemotePlace>;
  /** Separate connections, so that slow readers do not block moves. */
  readonly #readers: RemoteServer<RemotePlace>;

  constructor(tier: Tier) {
    this.tier = tier;
    this.#server = new RemoteServer(placeOf(tier));
    this.#readers = new RemoteServer(placeOf(tier), READERS);
  }

  async put(key: string, size: number, open: OpenContent): Promise<string | undefined> {
    const at = remoteKey(this.tier, key);
    return size > MAX_AT_ONCE ? this.#putParts(at, size, open) : this.#putWhole(at, size, open);
  }

  async #putWhole(key: string, size: number, open: OpenContent): Promise<string | undefined> {
    const { storageClass } = this.tier;
    const { source, md5 } = digested(open(undefined));
    const { headers } = await this.#server.call({
      method: 'PUT',
      key,
      headers: {
        'content-type': 'application/octet-stream',
        ...(storageClass === '' ? {} : { 'x-amz-storage-class': storageClass }),
      },
      body: { stream: source, size },
    });
    // With encryption other than AES256, the ETag is not the MD5.
    const encrypted = String(headers['x-amz-server-side-encryption'] ?? 'AES256') !== 'AES256';
    const etag = encrypted ? undefined : MD5.exec(String(headers.etag ?? ''))?.[1];
    needSameDigest(etag, md5().toString('hex'));
    return textOf(headers['x-amz-version-id']);
  }

  async #putParts(key: string, size: number, open: OpenContent): Promise<string | undefined> {
    const { storageClass } = this.tier;
    const begun = await this.#server.call({
      method: 'POST',
      key,
      query: { uploads: '' },
      headers: storageClass === '' ? {} : { 'x-amz-storage-class': storageClass },
    });
    const uploadId = xmlText(parseXml(begun.text), 'UploadId') ?? '';
    try {
      const parts: string[] = [];
      for (let start = 0; start < size; start += PART_BYTES) {
        const end = Math.min(start + PART_BYTES, size) - 1;
        const partNumber = String(parts.length + 1);
        const { headers } = await this.#server.call({
          method: 'PUT',
          key,
          query: { partNumber, uploadId },
          body: { stream: open({ start, end }), size: end - start + 1 },
        });
        const fields = [
          xmlElement('PartNumber', partNumber),
          xmlElement('ETag', String(headers.etag ?? '')),
        ];
        parts.push(xmlGroup('Part', fields));
      }
      const { headers } = await this.#server.call({
        method: 'POST',
        key,
        query: { uploadId },
        body: Buffer.from(xmlDocument('CompleteMultipartUpload', parts)),
      });
      return textOf(headers['x-amz-version-id']);
    } catch (error) {
      await this.#server
        .call({ method: 'DELETE', key, query: { uploadId }, within: WITHIN_MS })
        // The original error is reported; the sweep removes leftover uploads.
        .catch(() => undefined);
      throw error;
    }
  }

  read({ key, version }: RemoteContent, range: ByteRange | undefined): Readable {
    return readRemote(range, (headers) =>
      this.#readers.open({
        key: remoteKey(this.tier, key),
        query: { versionId: version },
        headers,
      }),
    );
  }

  async remove({ key, version }: RemoteContent): Promise<void> {
    const at = remoteKey(this.tier, key);
    const { headers } = await this.#server.call({
      method: 'DELETE',
      key: at,
      query: { versionId: version },
      within: WITHIN_MS,
    });
    if (version === undefined && headers['x-amz-version-id'] !== undefined) {
      await this.#removeVersions(at);
    }
  }

  async removeUnfinished(key: string): Promise<void> {
    const at = remoteKey(this.tier, key);
    const query = { uploads: '', prefix: at };
    const { text } = await this.#server.call({ method: 'GET', query, within: WITHIN_MS });
    for (const upload of xmlChildren(parseXml(text), 'Upload')) {
      if (xmlText(upload, 'Key') === at) {
        const uploadId = xmlText(upload, 'UploadId') ?? '';
        const call = { method: 'DELETE', key: at, query: { uploadId }, within: WITHIN_MS } as const;
        await this.#server.call(call);
      }
    }
    await this.remove({ key });
  }

  async #removeVersions(key: string): Promise<void> {
    const query = { versions: '', prefix: key };
    const { text } = await this.#server.call({ method: 'GET', query, within: WITHIN_MS });
    const root = parseXml(text);
    for (const found of [...xmlChildren(root, 'Version'), ...xmlChildren(root, 'DeleteMarker')]) {
      const versionId = xmlText(found, 'VersionId');
      if (xmlText(found, 'Key') === key && versionId !== undefined) {
        await this.#server.call({ method: 'DELETE', key, query: { versionId }, within: WITHIN_MS });
      }
    }
  }

  async isInUse(): Promise<boolean> {
    const prefix = remoteKey(this.tier, '');
    const query = { 'list-type': '2', prefix, 'max-keys': '1' };
    const { text } = await this.#server.call({ method: 'GET', query, within: WITHIN_MS });
    return xmlChildren(parseXml(text), 'Contents').length > 0;
  }

  async hostId(): Promise<string> {
    const { headers } = await this.#server.call({ method: 'HEAD', within: WITHIN_MS });
    return textOf(headers['x-amz-id-2']) ?? '';
  }

  async retire(): Promise<void> {
    await Promise.all([this.#server.retire(), this.#readers.retire()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.close(), this.#readers.close()]);
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}
