import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { StoredBucket, StoredObject } from '../engine/types.ts';
import { Refusal } from '../http/refusal.ts';

const VERSION_ID = /^(?:null|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/;

/** Whether a text is a possible version id. */
export function isVersionId(text: string): boolean {
  return VERSION_ID.test(text);
}

/**
 * Returns the version specified in a request; undefined for the latest one.
 *
 * @throws S3Error InvalidArgument for an invalid version id
 */
export function requestedVersion(request: ApiRequest): string | undefined {
  const version = request.query.get('versionId');
  if (version === undefined || version === '') {
    return undefined;
  }
  if (!isVersionId(version)) {
    throw new S3Error('InvalidArgument', 'Invalid version id specified');
  }
  return version;
}

/**
 * Returns an object that has content.
 *
 * @throws S3Error NoSuchKey, NoSuchVersion, or MethodNotAllowed if a delete marker was specified
 */
export function existingObject(
  request: ApiRequest,
  bucket: StoredBucket,
  version: string | undefined,
  key: string = request.key,
): StoredObject {
  const object = request.store.engine.getObject(bucket.name, key, version);
  if (object === undefined) {
    throw new S3Error(version === undefined ? 'NoSuchKey' : 'NoSuchVersion');
  }
  if (object.isDeleteMarker) {
    const headers = [
      'x-amz-delete-marker',
      'true',
      'x-amz-version-id',
      object.versionId,
      'Last-Modified',
      new Date(object.modifiedAt).toUTCString(),
    ];
    throw new Refusal(version === undefined ? 'NoSuchKey' : 'MethodNotAllowed', { headers });
  }
  return object;
}
