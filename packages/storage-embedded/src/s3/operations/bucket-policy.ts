import { PolicyError, parseBucketPolicy } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import { POLICY_SETTING } from '../../auth/bucket-policies.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { readSetting, removeSetting } from '../bucket-setting.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 64 * 1024;

export const getBucketPolicy: Operation = {
  name: 'GetBucketPolicy',
  action: 's3:GetBucketPolicy',
  run: (request) => {
    const policy = readSetting(request, POLICY_SETTING, 'NoSuchBucketPolicy');
    return { status: 200, headers: ['Content-Type', 'application/json'], body: policy };
  },
};

export const putBucketPolicy: Operation = {
  name: 'PutBucketPolicy',
  action: 's3:PutBucketPolicy',
  run: async (request) => {
    const { name } = existingBucket(request);
    const body = await request.payload.read(MAX_BODY_BYTES);
    const policy = JSON.stringify(parsePolicyText(Buffer.from(body).toString('utf8'), name));
    await request.store.engine.updateBucket(name, { settings: { [POLICY_SETTING]: policy } });
    return emptyReply(204);
  },
};

export const deleteBucketPolicy = removeSetting(
  'DeleteBucketPolicy',
  's3:DeleteBucketPolicy',
  POLICY_SETTING,
);

export const getBucketPolicyStatus: Operation = {
  name: 'GetBucketPolicyStatus',
  action: 's3:GetBucketPolicyStatus',
  run: (request) => {
    const { name, settings } = existingBucket(request);
    const text = settings[POLICY_SETTING];
    const open =
      text !== undefined &&
      parseBucketPolicy(text, name).Statement.some(
        ({ Effect, Principal }) => Effect === 'Allow' && Principal?.AWS.includes('*') === true,
      );
    return xmlReply(xmlDocument('PolicyStatus', [xmlElement('IsPublic', open ? 'TRUE' : 'FALSE')]));
  },
};

function parsePolicyText(text: string, bucket: string): ReturnType<typeof parseBucketPolicy> {
  try {
    return parseBucketPolicy(text, bucket);
  } catch (error) {
    throw error instanceof PolicyError ? new S3Error('MalformedPolicy', error.message) : error;
  }
}
