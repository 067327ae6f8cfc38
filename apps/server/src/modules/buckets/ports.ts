import type { AdminClient } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';

/** What listing and looking at buckets needs of the storage. */
export interface BucketReader {
  readonly s3: Pick<S3Client, 'getBucketPolicy' | 'listBuckets'>;
  readonly admin: Pick<AdminClient, 'accountInfo'>;
}

/** What creating and deleting buckets needs of the storage. */
export interface BucketWriter {
  readonly s3: Pick<
    S3Client,
    | 'headBucket'
    | 'listBuckets'
    | 'makeBucket'
    | 'putBucketVersioning'
    | 'putObjectLockConfiguration'
    | 'removeBucket'
  >;
  readonly admin: Pick<AdminClient, 'setBucketQuota'>;
}
