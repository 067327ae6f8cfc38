import { describe, expect, it } from 'vitest';
import { ADMIN_ACTIONS, S3_ACTIONS, S3_OBJECT_ACTIONS } from './actions.ts';
import { CANNED_POLICIES } from './canned-policies.ts';
import type { PolicyDocument } from './policy.ts';
import { abilitiesIn, couldAllow, evaluate, parsePolicy } from './policy.ts';

function policy(...statements: object[]): PolicyDocument {
  return parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement: statements }));
}

function allow(Action: string | string[], Resource?: string | string[], more: object = {}) {
  return { Effect: 'Allow', Action, ...(Resource === undefined ? {} : { Resource }), ...more };
}

function deny(Action: string | string[], Resource?: string | string[], more: object = {}) {
  return { ...allow(Action, Resource, more), Effect: 'Deny' };
}

const everything = 'arn:aws:s3:::*';

describe('abilitiesIn', () => {
  it('are what really is allowed, denies and conditions considered', () => {
    const mine = policy(
      allow('s3:*', 'arn:aws:s3:::photos*'),
      deny('s3:DeleteBucket', 'arn:aws:s3:::photos'),
      deny('s3:PutObject', everything, {
        Condition: { NotIpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
      }),
    );
    const candidates = ['s3:ListBucket', 's3:DeleteBucket', 's3:PutObject', 'admin:ServerInfo'];
    const from = (SourceIp: string) => abilitiesIn([mine], { SourceIp: [SourceIp] }, candidates);
    expect(from('10.1.1.1')('photos')).toEqual(['s3:ListBucket', 's3:PutObject']);
    expect(from('8.8.8.8')('photos')).toEqual(['s3:ListBucket']);
    expect(from('8.8.8.8')('music')).toEqual([]);
  });

  it('are one and the same list in buckets that are alike', () => {
    const of = abilitiesIn([policy(allow('s3:*', 'arn:aws:s3:::a*'))], {}, S3_ACTIONS);
    expect(of('a1')).toBe(of('a2'));
    expect(of('a1')).not.toEqual(of('b1'));
  });

  it('are what each question by itself would have given', () => {
    const resources = [everything, 'arn:aws:s3:::a*', 'arn:aws:s3:::b/*', 'arn:aws:s3:::b'];
    const actions = ['s3:*', 's3:ListBucket', 's3:ListBucketVersions', 's3:Get*', 's3:PutObject'];
    const conditions = [{}, { StringEquals: { 'aws:username': 'bob' } }];
    const statements = resources.flatMap((resource) =>
      actions.flatMap((action) =>
        conditions.flatMap((Condition) => [
          allow(action, resource, { Condition }),
          deny(action, resource, { Condition }),
        ]),
      ),
    );
    const candidates = [...S3_ACTIONS, ...ADMIN_ACTIONS];
    const context = { username: ['bob'] };
    // Tests each pair of statements both as one policy and as two policies.
    for (const [at, first] of statements.entries()) {
      const second = statements[(at * 7 + 3) % statements.length] ?? first;
      const together = [policy(first, second), policy(allow('admin:ListUsers'))];
      const of = abilitiesIn(together, context, candidates);
      for (const bucket of ['a', 'abc', 'b', 'c']) {
        expect(of(bucket)).toEqual(
          candidates.filter(
            (action) => evaluate(together, { action, bucket, context }) === 'allow',
          ),
        );
      }
    }
  });
});

describe('couldAllow', () => {
  const cases: readonly (readonly [string, object[], string[], boolean])[] = [
    ['nothing', [], ['s3:*'], false],
    ['an action on one prefix', [allow('s3:GetObject', 'arn:aws:s3:::b/x/*')], ['s3:*'], true],
    ['no such action', [allow('s3:GetObject', everything)], ['admin:ServerInfo'], false],
    ['all admin', [allow('admin:*')], ['admin:ListUsers'], true],
    ['any of several', [allow('admin:ListUsers')], ['admin:CreateUser', 'admin:ListUsers'], true],
    [
      'denied everywhere',
      [allow('s3:*', 'arn:aws:s3:::b/*'), deny('s3:*', everything)],
      ['s3:*'],
      false,
    ],
    [
      'denied on a part',
      [allow('s3:GetObject', 'arn:aws:s3:::b/*'), deny('s3:*', 'arn:aws:s3:::b/x/*')],
      ['s3:GetObject'],
      true,
    ],
    [
      'denied but for another resource',
      [
        allow('s3:GetObject', 'arn:aws:s3:::b/*'),
        { Effect: 'Deny', Action: 's3:*', NotResource: 'arn:aws:s3:::c/*' },
      ],
      ['s3:GetObject'],
      false,
    ],
    [
      'denied but for this resource',
      [
        allow('s3:GetObject', 'arn:aws:s3:::b/*'),
        { Effect: 'Deny', Action: 's3:*', NotResource: 'arn:aws:s3:::b/x/*' },
      ],
      ['s3:GetObject'],
      true,
    ],
    ['denied admin', [allow('admin:*'), deny('admin:ServerInfo')], ['admin:ServerInfo'], false],
    [
      'denied under a condition only',
      [
        allow('s3:*', everything),
        deny('s3:*', everything, { Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ],
      ['s3:*'],
      true,
    ],
    [
      'another action than the denied one',
      [allow('s3:*', everything), deny(['s3:GetObject'], everything)],
      ['s3:GetObject', 's3:PutObject'],
      true,
    ],
  ];

  it.each(cases)('%s', (_, statements, actions, could) => {
    expect(couldAllow([policy(...statements)], actions)).toBe(could);
  });

  it('never says no where a request is allowed', () => {
    for (const canned of Object.values(CANNED_POLICIES)) {
      for (const action of [...S3_ACTIONS, ...ADMIN_ACTIONS]) {
        const key = S3_OBJECT_ACTIONS.some((name) => name === action) ? 'k' : undefined;
        const object = key === undefined ? {} : { key };
        const request = { action, bucket: 'b', ...object, context: {} };
        const decision = evaluate([canned], request);
        expect(couldAllow([canned], [action])).toBe(decision === 'allow');
      }
    }
  });
});
