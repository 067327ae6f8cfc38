import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { StoredBucket } from '../engine/types.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { QUOTA_SETTING } from '../s3/quotas.ts';
import { parameter, readJson } from './payloads.ts';

const NO_QUOTA = { quota: 0, size: 0, rate: 0, requests: 0 };

export const getBucketQuota: Operation = {
  name: 'GetBucketQuota',
  action: 'admin:GetBucketQuota',
  run: (request) => jsonReply(quotaOf(bucketOf(request))),
};

export const setBucketQuota: Operation = {
  name: 'SetBucketQuota',
  action: 'admin:SetBucketQuota',
  run: async (request) => {
    const { name } = bucketOf(request);
    const { quota, size, quotatype } = await readJson(request);
    // Newer clients call the limit 'size'.
    const limit = quota ?? size ?? 0;
    if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 0) {
      throw new S3Error('XMinioAdminInvalidArgument', 'The quota must be a number of bytes.');
    }
    if (quotatype !== undefined && quotatype !== '' && quotatype !== 'hard') {
      throw new S3Error('XMinioAdminInvalidArgument', "The quota must be of the type 'hard'.");
    }
    const setting = JSON.stringify({ quota: limit, quotatype: 'hard' });
    await request.store.engine.updateBucket(name, { settings: { [QUOTA_SETTING]: setting } });
    return emptyReply();
  },
};

/** MinIO's BucketQuota. */
export function quotaOf(bucket: StoredBucket): object {
  const text = bucket.settings[QUOTA_SETTING];
  return text === undefined ? NO_QUOTA : { ...NO_QUOTA, ...JSON.parse(text) };
}

function bucketOf(request: ApiRequest): StoredBucket {
  const bucket = request.store.engine.getBucket(parameter(request, 'bucket'));
  if (bucket === undefined) {
    throw new S3Error('NoSuchBucket');
  }
  return bucket;
}
