import { PolicyError, parseBucketPolicy } from '@stowage/domain/policy';
import { policyState, readPolicy, writePolicy } from '../settings/access-policy.ts';
import { movePolicy } from './move-policy.ts';
import type { SectionRules } from './section-rules.ts';

export const policySection: SectionRules<'policy'> = {
  setting: 'policy',
  action: (policy) => (policy === null ? 's3:DeleteBucketPolicy' : 's3:PutBucketPolicy'),
  async read({ s3, bucket, signal }) {
    const text = await readPolicy(s3, bucket, signal);
    return text === undefined ? null : JSON.parse(text);
  },
  settle: ({ wanted, from, target }) => wanted && movePolicy(wanted, from, target.bucket),
  identity: (policy) => policyState(policy === null ? undefined : JSON.stringify(policy)),
  async refusal(policy, { bucket }) {
    if (policy === null) return undefined;
    try {
      parseBucketPolicy(JSON.stringify(policy), bucket);
      return undefined;
    } catch (error) {
      if (error instanceof PolicyError) return error.message;
      throw error;
    }
  },
  write: (policy, { s3, bucket }) =>
    writePolicy(s3, bucket, policy === null ? undefined : JSON.stringify(policy)),
};
