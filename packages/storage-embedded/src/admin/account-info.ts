import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { BucketUsage, StoredBucket } from '../engine/types.ts';
import { jsonReply } from '../http/reply.ts';
import { REPLICATION_SETTING } from '../replication/bucket-rules.ts';
import type { Operation } from '../s3/operation.ts';
import { TAGGING_SETTING } from '../s3/operations/bucket-tagging.ts';
import { quotaOf } from './bucket-quota.ts';
import { effectivePolicy } from './policy-documents.ts';
import { backendInfo } from './server-info.ts';
import { sizeHistogram } from './usage.ts';

/** MinIO's AccountInfo: what the caller can do and see. */
export const getAccountInfo: Operation = {
  name: 'AccountInfo',
  // Any caller with credentials can ask about themselves.
  action: 'none',
  run: async (request) => {
    const { caller, store } = request;
    if (caller.kind === 'anonymous') {
      throw new S3Error('AccessDenied');
    }
    const usage = new Map(store.engine.usage().map((bucket) => [bucket.bucket, bucket]));
    const buckets = store.engine.listBuckets().flatMap((bucket) => {
      const access = accessTo(request, bucket.name);
      return access.read || access.write
        ? [bucketInfo(bucket, usage.get(bucket.name), access)]
        : [];
    });
    return jsonReply({
      AccountName: caller.account,
      Server: backendInfo((await store.engine.drives()).length),
      Policy: effectivePolicy(store, { ...caller, parent: caller.account }),
      Buckets: buckets,
    });
  },
};

function accessTo(request: ApiRequest, bucket: string): { read: boolean; write: boolean } {
  return {
    read:
      request.allows('s3:ListBucket', { bucket, key: '' }) ||
      request.allows('s3:GetBucketLocation', { bucket, key: '' }),
    write: request.allows('s3:PutObject', { bucket, key: '' }),
  };
}

function bucketInfo(
  bucket: StoredBucket,
  usage: BucketUsage | undefined,
  access: { read: boolean; write: boolean },
): object {
  const tags = bucket.settings[TAGGING_SETTING];
  return {
    name: bucket.name,
    size: usage?.size ?? 0,
    objects: usage?.objects ?? 0,
    objectHistogram: usage === undefined ? null : sizeHistogram(usage),
    objectsVersionsHistogram: null,
    details: {
      versioning: bucket.versioning === 'enabled',
      versioningSuspended: bucket.versioning === 'suspended',
      locking: bucket.objectLock,
      replication: bucket.settings[REPLICATION_SETTING] !== undefined,
      tags: tags === undefined ? null : { tagSet: JSON.parse(tags) },
      quota: quotaOf(bucket),
    },
    prefixUsage: null,
    created: new Date(bucket.createdAt).toISOString(),
    access,
  };
}
