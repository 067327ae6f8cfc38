import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { couldAllow, evaluate } from '@stowage/domain/policy';
import { describe, expect, it } from 'vitest';
import { accountWithoutPolicy } from './account.ts';
import { passesGate } from './effective-policy.ts';

describe('an account at a server that tells of no policy', () => {
  const { policy, context, buckets, name } = accountWithoutPolicy(
    'someone',
    capabilitiesWhere((capability) => capability === 'tags'),
  );
  const { documents } = policy;
  const decide = (action: string) => evaluate(documents, { action, bucket: 'b', context });

  it.each([
    ['s3:ListBucket', 'allow'],
    ['s3:GetObject', 'allow'],
    ['s3:PutObject', 'allow'],
    ['s3:DeleteObject', 'allow'],
    ['s3:DeleteBucket', 'allow'],
    ['s3:PutBucketTagging', 'allow'],
    ['s3:PutBucketPolicy', 'deny'],
    ['s3:PutBucketVersioning', 'deny'],
    ['s3:DeleteObjectVersion', 'deny'],
    ['s3:ForceDeleteBucket', 'deny'],
    ['admin:ServerInfo', 'none'],
    ['admin:GetBucketQuota', 'none'],
  ])('finds for %s: %s', (action, decision) => {
    expect(decide(action)).toBe(decision);
  });

  it('has the pages of buckets, and no way to look around in the network', () => {
    expect(couldAllow(documents, ['s3:*'])).toBe(true);
    expect(couldAllow(documents, ['s3:ListenBucketNotification'])).toBe(false);
    expect(passesGate(policy, 'admin:SetBucketTarget', context)).toBe(false);
    expect({ name, buckets }).toEqual({ name: 'someone', buckets: [] });
  });
});
