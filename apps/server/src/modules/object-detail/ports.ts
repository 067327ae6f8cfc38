import type { S3Client } from '@stowage/storage-client/s3';

/** The storage calls for reading the details of an object. */
export type DetailReader = Pick<S3Client, 'headObject' | 'getObjectTagging' | 'listObjectVersions'>;

/** The storage calls for listing the versions of an object. */
export type VersionLister = Pick<S3Client, 'listObjectVersions'>;

/** The storage calls for changing the tags of an object. */
export type TagWriter = Pick<
  S3Client,
  'headObject' | 'getObjectTagging' | 'putObjectTagging' | 'deleteObjectTagging'
>;

/** The storage calls for locking an object. */
export type LockWriter = Pick<S3Client, 'headObject' | 'putObjectRetention' | 'putObjectLegalHold'>;

/** The storage calls for rewriting an object from itself. */
export type ObjectCopier = LockWriter & TagWriter & Pick<S3Client, 'copyObject'>;
