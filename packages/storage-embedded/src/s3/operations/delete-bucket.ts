import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import type { Engine, StoredBucket } from '../../engine/types.ts';
import { emptyReply } from '../../http/reply.ts';
import { replicationOf } from '../../replication/bucket-rules.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

export const deleteBucket: Operation = {
  name: 'DeleteBucket',
  action: 's3:DeleteBucket',
  run: async (request) => {
    const bucket = existingBucket(request);
    const { engine, notifications } = request.store;
    if (isForced(request)) {
      request.require('s3:ForceDeleteBucket', { bucket: bucket.name, key: '' });
      if (bucket.objectLock || isReplicated(bucket)) {
        throw new S3Error('MethodNotAllowed');
      }
      await emptyBucket(engine, bucket.name);
    }
    await engine.deleteBucket(bucket.name);
    notifications.bucketChanged(bucket.name, request.cause('BucketRemoved:*'));
    return emptyReply(204);
  },
};

/** Whether the bucket is replicated; deleting it would leave its replicas behind. */
function isReplicated(bucket: StoredBucket): boolean {
  return replicationOf(bucket)?.rules.some(({ enabled }) => enabled) === true;
}

/** Whether to delete the bucket with everything in it, a MinIO extension. */
function isForced(request: ApiRequest): boolean {
  return request.header('x-minio-force-delete')?.toLowerCase() === 'true';
}

async function emptyBucket(
  engine: Pick<Engine, 'list' | 'deleteObjects'>,
  bucket: string,
): Promise<void> {
  for (;;) {
    const { objects } = engine.list({
      bucket,
      prefix: '',
      delimiter: '',
      after: '',
      limit: 1000,
      versions: true,
    });
    if (objects.length === 0) {
      return;
    }
    const outcomes = await engine.deleteObjects(
      objects.map(({ key, versionId }) => ({ bucket, key, versionId })),
    );
    const failure = outcomes.find((outcome) => outcome instanceof Error);
    if (failure !== undefined) {
      throw failure;
    }
  }
}
