import type { StoredBucket, StoredObject } from '../engine/types.ts';
import { STATUS_HEADER } from '../replication/replica-headers.ts';
import { replicationStatus } from '../replication/status.ts';
import { addExpiration } from './lifecycle/bucket-lifecycle.ts';

const KEPT_NAMES: Readonly<Record<string, string>> = {
  'cache-control': 'Cache-Control',
  'content-disposition': 'Content-Disposition',
  'content-encoding': 'Content-Encoding',
  'content-language': 'Content-Language',
  expires: 'Expires',
};

/** Returns the response headers of an object, names and values alternating. */
export function objectHeaders(object: StoredObject, bucket: StoredBucket): string[] {
  const headers = validatorHeaders(object);
  addVersion(headers, object.versionId, bucket);
  addExpiration(headers, bucket, object);
  for (const name in object.headers) {
    headers.push(KEPT_NAMES[name] ?? name, object.headers[name] ?? '');
  }
  for (const name in object.metadata) {
    headers.push(`x-amz-meta-${name}`, object.metadata[name] ?? '');
  }
  const storageClass = shownStorageClass(object);
  if (storageClass !== 'STANDARD') {
    headers.push('x-amz-storage-class', storageClass);
  }
  addRestore(headers, object);
  const tags = Object.keys(object.tags).length;
  if (tags > 0) {
    headers.push('x-amz-tagging-count', String(tags));
  }
  const { retention, legalHold } = object;
  if (retention !== undefined) {
    headers.push(
      'x-amz-object-lock-mode',
      retention.mode,
      'x-amz-object-lock-retain-until-date',
      new Date(retention.until).toISOString(),
    );
  }
  if (legalHold !== undefined) {
    headers.push('x-amz-object-lock-legal-hold', legalHold ? 'ON' : 'OFF');
  }
  const status = replicationStatus(object.replication);
  if (status !== undefined) {
    headers.push(STATUS_HEADER, status);
  }
  return headers;
}

/** Returns the storage class that clients see: the name of the tier that holds the content. */
export function shownStorageClass({ tiering, storageClass }: StoredObject): string {
  return tiering?.tier ?? storageClass;
}

function addRestore(headers: string[], { tiering }: StoredObject): void {
  if (tiering?.restoring !== undefined) {
    headers.push('x-amz-restore', 'ongoing-request="true"');
  } else if (tiering?.restoredUntil !== undefined) {
    const date = new Date(tiering.restoredUntil).toUTCString();
    headers.push('x-amz-restore', `ongoing-request="false", expiry-date="${date}"`);
  }
}

/** Returns the ETag and Last-Modified headers. */
export function validatorHeaders(object: StoredObject): string[] {
  return ['ETag', `"${object.etag}"`, 'Last-Modified', new Date(object.modifiedAt).toUTCString()];
}

/** Version ids are returned only if the bucket has ever been versioned. */
export function addVersion(headers: string[], versionId: string, bucket: StoredBucket): void {
  if (bucket.versioning !== 'off') {
    headers.push('x-amz-version-id', versionId);
  }
}

/** Writes of a null version return no version id. */
export function addWrittenVersion(headers: string[], { versionId }: StoredObject): void {
  if (versionId !== 'null') {
    headers.push('x-amz-version-id', versionId);
  }
}
