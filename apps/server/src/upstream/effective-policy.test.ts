import { couldAllow, evaluate } from '@stowage/domain/policy';
import { describe, expect, it } from 'vitest';
import { passesGate, readEffectivePolicy } from './effective-policy.ts';

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

describe('passesGate', () => {
  const ACTION = 'admin:SetBucketTarget';
  const allow = { Effect: 'Allow', Action: ['admin:*'] };
  const passes = (...Statement: object[]) =>
    passesGate(readEffectivePolicy({ Statement }), ACTION, { username: ['ann'] });

  it('lets pass what is allowed, whatever is denied of something else', () => {
    expect(passes(allow)).toBe(true);
    expect(passes(allow, { Effect: 'Deny', Action: ['s3:FoldSpace'], Condition: MOON })).toBe(true);
  });

  it.each<[string, object]>([
    ['a condition that nobody knows', { Action: [ACTION], Condition: MOON }],
    ['one action as a text', { Action: ACTION, Condition: MOON }],
    ['a pattern that the engine does not take', { Action: ['admin:Set*'] }],
    ['a known action beside an unknown one', { Action: ['admin:FoldSpace', ACTION] }],
    ['all but some actions', { NotAction: ['s3:*'], Condition: MOON }],
    ['no list of texts', { Action: [{ any: true }] }],
    [
      'a condition about the address',
      { Action: [ACTION], Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } },
    ],
  ])('counts a deny of %s', (_what, deny) => {
    expect(passes(allow, { Effect: 'Deny', Resource: RESOURCE, ...deny })).toBe(false);
  });

  it('takes an effect that it does not know for a deny', () => {
    expect(passes(allow, { Effect: 'Refuse', Action: [ACTION] })).toBe(false);
  });
});
