import { parseXml } from '@stowage/storage-wire/xml';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { readSetting, removeSetting } from '../bucket-setting.ts';
import { existingBucket } from '../buckets.ts';
import {
  ENCRYPTION_SETTING,
  parseBucketDefault,
  writeBucketDefault,
} from '../encryption/bucket-default.ts';
import { plainKeyId } from '../encryption/encryption-wish.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 16 * 1024;

export const getBucketEncryption: Operation = {
  name: 'GetBucketEncryption',
  action: 's3:GetEncryptionConfiguration',
  run: (request) => {
    const text = readSetting(
      request,
      ENCRYPTION_SETTING,
      'ServerSideEncryptionConfigurationNotFoundError',
    );
    return xmlReply(writeBucketDefault(JSON.parse(text)));
  },
};

export const putBucketEncryption: Operation = {
  name: 'PutBucketEncryption',
  action: 's3:PutEncryptionConfiguration',
  run: async (request) => {
    const { name } = existingBucket(request);
    const { engine, keyFile } = request.store;
    const wanted = parseBucketDefault(parseXml(await request.payload.read(MAX_BODY_BYTES)));
    if (wanted.algorithm === 'aws:kms') {
      // Throws if the key does not exist.
      keyFile.get(plainKeyId(wanted.keyId));
    }
    const setting = JSON.stringify(wanted);
    await engine.updateBucket(name, { settings: { [ENCRYPTION_SETTING]: setting } });
    return emptyReply(200);
  },
};

export const deleteBucketEncryption = removeSetting(
  'DeleteBucketEncryption',
  's3:PutEncryptionConfiguration',
  ENCRYPTION_SETTING,
);
