import { encodeComponent } from '@stowage/storage-wire/uri';
import type { StoredChecksum, StoredObject } from '../engine/types.ts';
import { keptEncryption } from '../s3/encryption/object-keys.ts';

/** MinIO's headers that mark a request as replication from another server. */
export const SOURCE = {
  request: 'x-minio-source-replication-request',
  check: 'x-minio-source-replication-check',
  mtime: 'x-minio-source-mtime',
  etag: 'x-minio-source-etag',
  marker: 'x-minio-source-deletemarker',
  ready: 'x-minio-check-replication-ready',
  tagging: 'x-minio-source-replication-tagging-timestamp',
  retention: 'x-minio-source-replication-retention-timestamp',
  legalHold: 'x-minio-source-replication-legalhold-timestamp',
  size: 'x-minio-replication-actual-object-size',
} as const;

export const STATUS_HEADER = 'x-amz-replication-status';
export const REPLICA = 'REPLICA';

const META_PREFIX = 'x-amz-meta-';
const PLAIN_MD5 = /^[0-9a-f]{32}$/;

/** Returns all properties of an object that are sent with its content. */
export function contentHeaders(
  object: StoredObject,
  storageClass: string | undefined,
): Record<string, string> {
  return {
    ...descriptionHeaders(object),
    'x-amz-storage-class': storageClass ?? object.storageClass,
    ...lockHeaders(object),
    ...encryptionHeaders(object),
    ...taggingHeader(object),
  };
}

/** Returns content type, stored headers and user metadata. */
export function descriptionHeaders(object: StoredObject): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': text(object.contentType) };
  for (const [name, value] of Object.entries(object.headers)) {
    headers[name] = text(value);
  }
  for (const [name, value] of Object.entries(object.metadata)) {
    headers[META_PREFIX + name] = text(value);
  }
  return headers;
}

/**
 * Decodes a stored header, which has one character per byte, so that it is signed and sent as the
 * same bytes.
 */
function text(value: string): string {
  return /[^ -~\t]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
}

export function taggingHeader({ tags }: StoredObject): Record<string, string> {
  const pairs = Object.entries(tags);
  const value = pairs.map(([k, v]) => `${encodeComponent(k)}=${encodeComponent(v)}`).join('&');
  return pairs.length === 0 ? {} : { 'x-amz-tagging': value };
}

export function lockHeaders({ retention, legalHold }: StoredObject): Record<string, string> {
  return {
    ...(retention === undefined
      ? {}
      : {
          'x-amz-object-lock-mode': retention.mode,
          'x-amz-object-lock-retain-until-date': new Date(retention.until).toISOString(),
        }),
    ...(legalHold === undefined
      ? {}
      : { 'x-amz-object-lock-legal-hold': legalHold ? 'ON' : 'OFF' }),
  };
}

/** Makes the target encrypt as this store does, with its own key. */
function encryptionHeaders(object: StoredObject): Record<string, string> {
  const kept = keptEncryption(object);
  const algorithm = 'x-amz-server-side-encryption';
  switch (kept?.kind) {
    case 'SSE-S3':
      return { [algorithm]: 'AES256' };
    case 'SSE-KMS':
      return {
        [algorithm]: 'aws:kms',
        ...(kept.keyId === undefined || kept.keyId === ''
          ? {}
          : { [`${algorithm}-aws-kms-key-id`]: kept.keyId }),
      };
    default:
      return {};
  }
}

/** Returns the digest with which the target verifies the content; required for object lock. */
export function digestHeaders(object: StoredObject): Record<string, string> {
  const { checksum, etag, replication } = object;
  if (checksum?.type === 'FULL_OBJECT') {
    return checksumHeader(checksum);
  }
  const kind = keptEncryption(object)?.kind;
  const isMd5 = PLAIN_MD5.test(etag) && (kind === undefined || kind === 'SSE-S3');
  return isMd5 && replication?.replica !== true
    ? { 'content-md5': Buffer.from(etag, 'hex').toString('base64') }
    : {};
}

export function checksumHeader({
  algorithm,
  value,
}: Pick<StoredChecksum, 'algorithm' | 'value'>): Record<string, string> {
  return { [`x-amz-checksum-${algorithm.toLowerCase()}`]: value };
}

/**
 * Returns the headers that give the replica the source's identity, on servers that support MinIO's
 * extensions.
 */
export function sourceHeaders(object: StoredObject): Record<string, string> {
  const changed = new Date(object.replication?.updatedAt ?? object.modifiedAt).toISOString();
  return {
    [STATUS_HEADER]: REPLICA,
    [SOURCE.request]: 'true',
    [SOURCE.mtime]: new Date(object.modifiedAt).toISOString(),
    [SOURCE.etag]: object.etag,
    ...(Object.keys(object.tags).length > 0 ? { [SOURCE.tagging]: changed } : {}),
    ...(object.retention === undefined ? {} : { [SOURCE.retention]: changed }),
    ...(object.legalHold === undefined ? {} : { [SOURCE.legalHold]: changed }),
  };
}
