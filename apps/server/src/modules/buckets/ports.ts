import type { AdminClient } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';
import type { Account } from '../../upstream/account.ts';

/** The storage calls for listing and viewing buckets. */
export interface BucketReader {
  readonly s3: Pick<
    S3Client,
    'getBucketPolicy' | 'getBucketVersioning' | 'getObjectLockConfiguration' | 'listBuckets'
  >;
  account(signal: AbortSignal): Promise<Account>;
}

/** The storage calls for creating and deleting buckets. */
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
