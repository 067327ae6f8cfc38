import type { AdminClient } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';

/** What looking at the replication of a bucket needs of the storage. */
export interface ReplicationReader {
  readonly s3: Pick<S3Client, 'getBucketReplication' | 'getReplicationMetrics'>;
  readonly admin: Pick<AdminClient, 'listRemoteTargets'>;
}

/** What changing it needs. */
export interface ReplicationWriter {
  readonly s3: Pick<S3Client, 'getBucketReplication' | 'putBucketReplication'>;
  readonly admin: Pick<
    AdminClient,
    'listRemoteTargets' | 'addRemoteTarget' | 'updateRemoteTarget' | 'removeRemoteTarget'
  >;
}
