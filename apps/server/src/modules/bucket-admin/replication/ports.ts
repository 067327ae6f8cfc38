import type { AdminClient } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';

/** The storage calls for reading a bucket's replication. */
export interface ReplicationReader {
  readonly s3: Pick<S3Client, 'getBucketReplication' | 'getReplicationMetrics'>;
  readonly admin: Pick<AdminClient, 'listRemoteTargets'>;
}

/** The storage calls for changing it. */
export interface ReplicationWriter {
  readonly s3: Pick<S3Client, 'getBucketReplication' | 'putBucketReplication'>;
  readonly admin: Pick<
    AdminClient,
    'listRemoteTargets' | 'addRemoteTarget' | 'updateRemoteTarget' | 'removeRemoteTarget'
  >;
}
