import { createHash } from 'node:crypto';
import { CHECKSUM_ALGORITHMS, combineCrc, compositeChecksum } from '@stowage/storage-wire/checksum';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, type XmlElement, xmlChildren, xmlText } from '@stowage/storage-wire/xml';
import type { StoredChecksum, StoredPart, StoredUpload } from '../engine/types.ts';
import { plainEtag } from './etags.ts';
import { MAX_PARTS } from './uploads.ts';

/** A part as listed by the client when it completes an upload. */
export interface ListedPart {
  readonly number: number;
  /** Without quotes. */
  readonly etag: string;
  readonly checksum?: string;
}

const MIN_PART_BYTES = 5 * 1024 * 1024;

/**
 * Parses a CompleteMultipartUpload document.
 *
 * @throws S3Error MalformedXML, InvalidRequest (no part), InvalidPartOrder
 */
export function parseCompletion(body: Uint8Array): readonly ListedPart[] {
  const root = parseXml(body);
  if (root.name !== 'CompleteMultipartUpload') {
    throw new S3Error('MalformedXML');
  }
  const parts = xmlChildren(root, 'Part').map(parsePart);
  if (parts.length === 0) {
    throw new S3Error('InvalidRequest', 'You must specify at least one part');
  }
  if (parts.length > MAX_PARTS) {
    throw new S3Error('MalformedXML');
  }
  let previous = 0;
  for (const { number } of parts) {
    if (number <= previous) {
      throw new S3Error('InvalidPartOrder');
    }
    previous = number;
  }
  return parts;
}

function parsePart(element: XmlElement): ListedPart {
  const number = xmlText(element, 'PartNumber') ?? '';
  const etag = xmlText(element, 'ETag');
  if (!/^[0-9]{1,5}$/.test(number) || etag === undefined) {
    throw new S3Error('MalformedXML');
  }
  const checksum = CHECKSUM_ALGORITHMS.map((algorithm) =>
    xmlText(element, `Checksum${algorithm}`),
  ).find((value) => value !== undefined && value !== '');
  return {
    number: Number(number),
    etag: plainEtag(etag),
    ...(checksum === undefined ? {} : { checksum }),
  };
}

/**
 * Returns the stored parts named in a list, in its order.
 *
 * @throws S3Error InvalidPart, EntityTooSmall (only the last part may be under 5 MiB)
 */
export function matchParts(
  listed: readonly ListedPart[],
  stored: readonly StoredPart[],
): readonly StoredPart[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const parts = listed.map(({ number, etag, checksum }) => {
    const part = byNumber.get(number);
    if (part === undefined || part.etag !== etag) {
      throw new S3Error('InvalidPart');
    }
    if (checksum !== undefined && part.checksum !== undefined && part.checksum.value !== checksum) {
      throw new S3Error('InvalidPart');
    }
    return part;
  });
  if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) {
    throw new S3Error('EntityTooSmall');
  }
  return parts;
}

/** Returns the ETag of a multipart object: the MD5 of its parts' MD5s, followed by their number. */
export function multipartEtag(parts: readonly Pick<StoredPart, 'etag'>[]): string {
  const digest = createHash('md5');
  for (const { etag } of parts) {
    digest.update(Buffer.from(etag, 'hex'));
  }
  return `${digest.digest('hex')}-${parts.length}`;
}

/**
 * Computes the checksum of the whole object from those of its parts; undefined if the upload has
 * none.
 */
export function multipartChecksum(
  upload: StoredUpload,
  parts: readonly StoredPart[],
): StoredChecksum | undefined {
  const { checksumAlgorithm: algorithm, checksumType: type } = upload;
  if (algorithm === undefined || type === undefined) {
    return undefined;
  }
  const checksums = parts.map(({ checksum, size }) => {
    if (checksum?.algorithm !== algorithm) {
      throw new S3Error('InvalidPart');
    }
    return { checksum: checksum.value, size };
  });
  if (type === 'COMPOSITE' || algorithm === 'SHA1' || algorithm === 'SHA256') {
    const values = checksums.map(({ checksum }) => checksum);
    return { algorithm, value: compositeChecksum(algorithm, values), type: 'COMPOSITE' };
  }
  return { algorithm, value: combineCrc(algorithm, checksums), type: 'FULL_OBJECT' };
}
