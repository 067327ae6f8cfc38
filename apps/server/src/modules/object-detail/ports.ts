import type { S3Client } from '@stowage/storage-client/s3';

/** What reading the details of an object needs of the storage. */
export type DetailReader = Pick<S3Client, 'headObject' | 'getObjectTagging' | 'listObjectVersions'>;

/** What listing the versions of an object needs. */
export type VersionLister = Pick<S3Client, 'listObjectVersions'>;

/** What changing the tags of an object needs. */
export type TagWriter = Pick<
  S3Client,
  'headObject' | 'getObjectTagging' | 'putObjectTagging' | 'deleteObjectTagging'
>;

/** What locking an object needs. */
export type LockWriter = Pick<S3Client, 'headObject' | 'putObjectRetention' | 'putObjectLegalHold'>;

/** What writing an object anew from itself needs. */
export type ObjectCopier = LockWriter & TagWriter & Pick<S3Client, 'copyObject'>;
