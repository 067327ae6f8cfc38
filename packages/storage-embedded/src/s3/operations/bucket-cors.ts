import { MAX_CORS_BYTES } from '@stowage/domain/cors';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, xmlDocument } from '@stowage/storage-wire/xml';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { readSetting, removeSetting } from '../bucket-setting.ts';
import { existingBucket } from '../buckets.ts';
import { CORS_SETTING, parseCors } from '../cors/rules.ts';
import type { Operation } from '../operation.ts';
import { markupOf } from '../xml-fields.ts';

export const getBucketCors: Operation = {
  name: 'GetBucketCors',
  action: 's3:GetBucketCors',
  run: (request) => {
    const text = readSetting(request, CORS_SETTING, 'NoSuchCORSConfiguration');
    return xmlReply(text);
  },
};

export const putBucketCors: Operation = {
  name: 'PutBucketCors',
  action: 's3:PutBucketCors',
  run: async (request) => {
    const { name } = existingBucket(request);
    if (!request.payload.hasDigest) {
      throw new S3Error('MissingContentMD5');
    }
    const root = parseXml(await request.payload.read(MAX_CORS_BYTES));
    parseCors(root);
    const text = xmlDocument('CORSConfiguration', root.children.map(markupOf));
    await request.store.engine.updateBucket(name, { settings: { [CORS_SETTING]: text } });
    return emptyReply(200);
  },
};

export const deleteBucketCors = removeSetting(
  'DeleteBucketCors',
  's3:DeleteBucketCors',
  CORS_SETTING,
);
