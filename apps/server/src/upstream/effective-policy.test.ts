import { couldAllow, evaluate } from '@stowage/domain/policy';
import { describe, expect, it } from 'vitest';
import { readEffectivePolicy } from './effective-policy.ts';

const RESOURCE = ['arn:aws:s3:::*'];

const MOON = { Moon: { 'aws:phase': ['full'] } };

const decide = (policy: unknown, action: string) =>
  evaluate(readEffectivePolicy(policy).documents, { action, bucket: 'photos', context: {} });

describe('readEffectivePolicy', () => {
  it('gives the statements as they are, and documents that mean the same', () => {
    const Statement = [
      { Effect: 'Allow', Action: ['s3:*'], Resource: RESOURCE },
      { Effect: 'Deny', Action: ['s3:DeleteBucket'], Resource: RESOURCE },
    ];
    const policy = readEffectivePolicy({ Version: '2012-10-17', Statement });
    expect(policy.version).toBe('2012-10-17');
    expect(policy.statements).toEqual(Statement);
    expect(decide({ Statement }, 's3:ListBucket')).toBe('allow');
    expect(decide({ Statement }, 's3:DeleteBucket')).toBe('deny');
  });

  it.each([undefined, null, 'policy', {}, { Version: '', Statement: null }, { Statement: [5] }])(
    'finds nothing allowed in %j',
    (policy) => {
      expect(couldAllow(readEffectivePolicy(policy).documents, ['s3:*', 'admin:*'])).toBe(false);
    },
  );

  it('leaves out what it does not know, and keeps the rest of the statement', () => {
    const policy = {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:ListBucket', 's3:FoldSpace'], Resource: RESOURCE },
        { Effect: 'Allow', Action: ['s3:GetObject'], Resource: RESOURCE, Condition: MOON },
      ],
    };
    expect(decide(policy, 's3:ListBucket')).toBe('allow');
    expect(decide(policy, 's3:GetObject')).toBe('none');
  });

  it('reads policies that together are longer than one may be', () => {
    const Statement = Array.from({ length: 400 }, (_, index) => ({
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [`arn:aws:s3:::a-bucket-with-a-rather-long-name-${index}`],
    }));
    const { documents } = readEffectivePolicy({ Statement });
    const request = { action: 's3:ListBucket', context: {} };
    const bucket = 'a-bucket-with-a-rather-long-name-399';
    expect(evaluate(documents, { ...request, bucket })).toBe('allow');
  });
});
