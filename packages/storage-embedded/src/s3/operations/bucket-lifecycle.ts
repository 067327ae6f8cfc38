import { S3Error } from '@stowage/storage-wire/s3-error';
import { amzTimestamp } from '@stowage/storage-wire/sigv4';
import { parseXml } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { removeSetting } from '../bucket-setting.ts';
import { existingBucket } from '../buckets.ts';
import { LIFECYCLE_SETTING, storedLifecycle } from '../lifecycle/bucket-lifecycle.ts';
import { parseLifecycle, withRuleIds } from '../lifecycle/parse.ts';
import { type LifecycleRules, tiersOf } from '../lifecycle/rules.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** The boolean spellings that Go, and therefore MinIO, accepts. */
const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['', '0', 'f', 'F', 'FALSE', 'false', 'False']);

export const getBucketLifecycle: Operation = {
  name: 'GetBucketLifecycleConfiguration',
  action: 's3:GetLifecycleConfiguration',
  run: (request) => {
    const withTime = request.query.get('withUpdatedAt') ?? '';
    if (!TRUE.has(withTime) && !FALSE.has(withTime)) {
      throw new S3Error('XMinioInvalidLifecycleParameter');
    }
    const stored = storedLifecycle(existingBucket(request));
    if (stored === undefined) {
      throw new S3Error('NoSuchLifecycleConfiguration');
    }
    const time = amzTimestamp(new Date(stored.updatedAt));
    const headers = TRUE.has(withTime) ? ['X-Minio-LifecycleConfig-UpdatedAt', time] : [];
    return xmlReply(stored.xml, headers);
  },
};

export const putBucketLifecycle: Operation = {
  name: 'PutBucketLifecycleConfiguration',
  action: 's3:PutLifecycleConfiguration',
  run: async (request) => {
    const { name, objectLock } = existingBucket(request);
    if (!request.payload.hasDigest) {
      throw new S3Error('MissingContentMD5');
    }
    const root = parseXml(await request.payload.read(MAX_BODY_BYTES));
    needTiers(request, parseLifecycle(root, objectLock));
    const document = JSON.stringify({ xml: withRuleIds(root), updatedAt: Date.now() });
    const settings = { [LIFECYCLE_SETTING]: document };
    await request.store.engine.updateBucket(name, { settings });
    return emptyReply(200);
  },
};

/** @throws S3Error InvalidStorageClass */
function needTiers({ store }: ApiRequest, rules: LifecycleRules): void {
  const unknown = tiersOf(rules).find((tier) => store.tiering.tiers.get(tier) === undefined);
  if (unknown !== undefined) {
    throw new S3Error('InvalidStorageClass', `There is no tier ${JSON.stringify(unknown)}.`);
  }
}

export const deleteBucketLifecycle = removeSetting(
  'DeleteBucketLifecycle',
  's3:PutLifecycleConfiguration',
  LIFECYCLE_SETTING,
);
