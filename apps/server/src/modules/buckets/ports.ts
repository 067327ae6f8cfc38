import type { AdminClient } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';
import type { Account } from '../../upstream/account.ts';

/** What listing and looking at buckets needs of the storage. */
export interface BucketReader {
  readonly s3: Pick<
    S3Client,
    'getBucketPolicy' | 'getBucketVersioning' | 'getObjectLockConfiguration' | 'listBuckets'
  >;
  account(signal: AbortSignal): Promise<Account>;
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
