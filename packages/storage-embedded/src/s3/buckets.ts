import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { StoredBucket } from '../engine/types.ts';
import { isBucketName } from './bucket-names.ts';

/**
 * Returns the request's bucket, or another one.
 *
 * @throws S3Error NoSuchBucket, or InvalidBucketName for a name that no bucket can have
 */
export function existingBucket(request: ApiRequest, name = request.bucket): StoredBucket {
  const bucket = request.store.engine.getBucket(name);
  if (bucket === undefined) {
    throw new S3Error(isBucketName(name) ? 'NoSuchBucket' : 'InvalidBucketName');
  }
  return bucket;
}
