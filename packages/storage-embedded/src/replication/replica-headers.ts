import { encodeComponent } from '@stowage/storage-wire/uri';
import type { StoredChecksum, StoredObject } from '../engine/types.ts';
import { keptEncryption } from '../s3/encryption/object-keys.ts';

/** MinIO's headers that say of a request that it brings what was done on another server. */
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

/** Everything about an object that goes with its content to another server. */
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

/** Content type, kept headers and user metadata. */
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

/** What the headers of the upload brought: bytes, one a character; as text, to be signed and sent as bytes again. */
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

/** The target encrypts as this store did, with a key of its own. */
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

/** The digest by which the target knows that all has arrived; locks need one. */
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

/** For servers that speak MinIO's extensions: what makes of a new version the one that is here. */
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
