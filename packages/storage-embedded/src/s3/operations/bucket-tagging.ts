import { parseXml } from '@stowage/storage-wire/xml';
import { requestTags } from '../../auth/brought.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { readSetting, removeSetting } from '../bucket-setting.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';
import { MAX_BUCKET_TAGS, readTagging, writeTagging } from '../tagging.ts';

const MAX_BODY_BYTES = 128 * 1024;

/** Name of the settings document that holds a bucket's tags, a JSON object. */
export const TAGGING_SETTING = 'tagging';

export const getBucketTagging: Operation = {
  name: 'GetBucketTagging',
  action: 's3:GetBucketTagging',
  run: (request) => {
    const text = readSetting(request, TAGGING_SETTING, 'NoSuchTagSet');
    return xmlReply(writeTagging(JSON.parse(text)));
  },
};

export const putBucketTagging: Operation = {
  name: 'PutBucketTagging',
  // Conditions may refer to the tags, which are in the body.
  action: 'none',
  run: async (request) => {
    const tags = readTagging(parseXml(await request.payload.read(MAX_BODY_BYTES)), MAX_BUCKET_TAGS);
    request.require('s3:PutBucketTagging', { ...request.resource, facts: requestTags(tags) });
    const { name } = existingBucket(request);
    const tagging = JSON.stringify(tags);
    await request.store.engine.updateBucket(name, { settings: { [TAGGING_SETTING]: tagging } });
    return emptyReply(200);
  },
};

export const deleteBucketTagging = removeSetting(
  'DeleteBucketTagging',
  's3:PutBucketTagging',
  TAGGING_SETTING,
);
