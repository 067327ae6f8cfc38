import { describe, expect, it } from 'vitest';
import {
  type AuditInput,
  auditedStatements,
  auditPolicy,
  auditVerdicts,
  mentionsVariables,
} from './bucket-audit.ts';
import { CANNED_POLICIES } from './canned-policies.ts';
import { parseBucketPolicy, parsePolicy } from './policy.ts';
import { cpuTimeOf } from './testing/cpu-time.ts';

const VERSION = '2012-10-17';
const allow = (Action: string[], Resource?: string[], more: object = {}) => ({
  Effect: 'Allow',
  Action,
  ...(Resource && { Resource: Resource.map((one) => `arn:aws:s3:::${one}`) }),
  ...more,
});
const deny = (Action: string[], Resource: string[], more: object = {}) => ({
  ...allow(Action, Resource, more),
  Effect: 'Deny',
});
const inputs = (...statements: object[]): AuditInput[] =>
  statements.map((Statement, index) => ({
    index,
    documents: [parsePolicy(JSON.stringify({ Version: VERSION, Statement: [Statement] }))],
  }));

/** Summarises the audit of bucket b, such as 'list all, read part'. */
function summary(statements: readonly object[], user?: string): string {
  const audit = auditPolicy(inputs(...statements), { bucket: 'b', user });
  return auditVerdicts([{ audit, origin: 'p' }])
    .map(({ ability, extent }) => `${ability} ${extent}`)
    .join(', ');
}

const IF = { Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } };

describe('what policies let somebody do with a bucket', () => {
  it.each<[string, object[], string]>([
    ['nothing', [], ''],
    [
      'everything',
      [allow(['s3:*'], ['*'])],
      'list all, read all, write all, delete all, manage all',
    ],
    [
      'everything in the bucket',
      [allow(['s3:*'], ['b', 'b/*'])],
      'list all, read all, write all, delete all, manage all',
    ],
    [
      'b/* is also the bucket',
      [allow(['s3:ListBucket', 's3:GetObject'], ['b/*'])],
      'list all, read all',
    ],
    ['bare *', [allow(['*'])], 'list all, read all, write all, delete all, manage all'],
    ['the bucket alone', [allow(['s3:*'], ['b'])], 'list all, manage all'],
    ['a prefix', [allow(['s3:GetObject', 's3:PutObject'], ['b/x/*'])], 'read part, write part'],
    ['another bucket', [allow(['s3:*'], ['bb', 'bb/*', 'a*'])], ''],
    ['a pattern of buckets', [allow(['s3:GetObject'], ['b*'])], 'read all'],
    ['a pattern of one letter, on the safe side', [allow(['s3:GetObject'], ['?/*'])], 'read part'],
    ['a pattern across buckets', [allow(['s3:GetObject'], ['*/logs/*'])], 'read part'],
    ['versions', [allow(['s3:GetObjectVersion'], ['b/*'])], 'read all'],
    ['old versions only', [allow(['s3:DeleteObjectVersion'], ['b/*'])], 'delete part'],
    ['one setting', [allow(['s3:PutBucketTagging'], ['b'])], 'manage part'],
    ['quotas', [allow(['admin:SetBucketQuota'])], 'manage part'],
    ['other admin rights', [allow(['admin:ServerInfo'])], ''],
    ['under a condition', [allow(['s3:GetObject'], ['b/*'], IF)], 'read part'],
    [
      'all but',
      [
        {
          Effect: 'Allow',
          NotAction: [
            's3:DeleteObject',
            's3:Put*',
            's3:DeleteBucket*',
            's3:ForceDeleteBucket',
            's3:DeleteObjectVersion',
            'admin:*',
          ],
          Resource: ['arn:aws:s3:::b/*'],
        },
      ],
      'list all, read all',
    ],
    [
      'everywhere but a prefix',
      [{ Effect: 'Allow', Action: ['s3:GetObject'], NotResource: ['arn:aws:s3:::b/secret/*'] }],
      'read part',
    ],
    [
      'everywhere but another bucket',
      [{ Effect: 'Allow', Action: ['s3:GetObject'], NotResource: ['arn:aws:s3:::c/*'] }],
      'read all',
    ],
    [
      'everywhere but there',
      [{ Effect: 'Allow', Action: ['s3:GetObject'], NotResource: ['arn:aws:s3:::b/*'] }],
      '',
    ],
    ['a deny of all', [allow(['s3:*'], ['*']), deny(['s3:*'], ['b', 'b/*'])], ''],
    [
      'a deny of one thing',
      [allow(['s3:*'], ['*']), deny(['s3:DeleteObject', 's3:DeleteObjectVersion'], ['b/*'])],
      'list all, read all, write all, manage all',
    ],
    [
      'a deny of a prefix',
      [allow(['s3:GetObject'], ['*']), deny(['s3:GetObject'], ['b/x/*'])],
      'read part',
    ],
    [
      'a deny of the only prefix',
      [allow(['s3:GetObject'], ['b/x/y/*']), deny(['s3:GetObject'], ['b/x/*'])],
      '',
    ],
    [
      'a deny of another prefix',
      [allow(['s3:GetObject'], ['b/x/*']), deny(['s3:GetObject'], ['b/y/*'])],
      'read part',
    ],
    [
      'a deny under a condition',
      [allow(['s3:GetObject'], ['*']), deny(['s3:GetObject'], ['*'], IF)],
      'read part',
    ],
    [
      'a deny of one setting',
      [allow(['s3:*'], ['*']), deny(['s3:PutBucketPolicy'], ['b'])],
      'list all, read all, write all, delete all, manage part',
    ],
    [
      'a deny elsewhere',
      [allow(['s3:GetObject'], ['*']), deny(['s3:GetObject'], ['c/*'])],
      'read all',
    ],
    ['a deny alone', [deny(['s3:*'], ['*'])], ''],
  ])('%s', (_name, statements, expected) => {
    expect(summary(statements)).toBe(expected);
  });

  it.each<[keyof typeof CANNED_POLICIES, string]>([
    ['readwrite', 'list all, read all, write all, delete all, manage all'],
    ['readonly', 'read all'],
    ['writeonly', 'write all'],
    ['diagnostics', ''],
    ['consoleAdmin', 'list all, read all, write all, delete all, manage all'],
  ])('the built-in %s', (name, expected) => {
    expect(summary(CANNED_POLICIES[name].Statement)).toBe(expected);
  });

  it('depends on who asks where the policy says so', () => {
    const own = [allow(['s3:GetObject'], [`\${aws:username}/*`])];
    expect(mentionsVariables(inputs(...own))).toBe(true);
    expect(mentionsVariables(inputs(allow(['s3:GetObject'], ['b/*'])))).toBe(false);
    expect(summary(own, 'b')).toBe('read all');
    expect(summary(own, 'c')).toBe('');
    // A user name cannot widen a policy.
    expect(summary(own, '*')).toBe('read part');
    expect(summary([allow(['s3:GetObject'], [`x\${aws:username}/*`])], '*')).toBe('');
    expect(summary(own)).toBe('read part');
    expect(summary([allow(['s3:GetObject'], [`b/\${jwt:sub}/*`])], 'b')).toBe('read part');
  });

  it('is told with the statements that decide, each once', () => {
    const first = auditPolicy(
      inputs(allow(['s3:GetObject', 's3:ListBucket'], ['b/*']), allow(['s3:PutObject'], ['c/*'])),
      { bucket: 'b' },
    );
    const second = auditPolicy(inputs(deny(['s3:*'], ['b/secret/*'], IF)), { bucket: 'b' });
    const verdicts = auditVerdicts([
      { audit: first, origin: 'first' },
      { audit: second, origin: 'second' },
      { audit: first, origin: 'first, through a group' },
    ]);
    expect(verdicts).toEqual([
      {
        ability: 'list',
        extent: 'all',
        because: [{ origin: 'first', index: 0, effect: 'Allow', conditional: false }],
      },
      {
        ability: 'read',
        extent: 'part',
        because: [
          { origin: 'first', index: 0, effect: 'Allow', conditional: false },
          { origin: 'second', index: 0, effect: 'Deny', conditional: true },
        ],
      },
    ]);
    expect(auditedStatements(first)).toEqual([0]);
    expect(auditedStatements(second)).toEqual([0]);
  });

  it('takes the policy of the bucket for those it names', () => {
    const document = parseBucketPolicy(
      JSON.stringify({
        Version: VERSION,
        Statement: [
          {
            Effect: 'Allow',
            Principal: '*',
            Action: ['s3:GetObject'],
            Resource: ['arn:aws:s3:::b/*'],
          },
          {
            Effect: 'Allow',
            Principal: { AWS: ['arn:aws:iam::1:user/ann'] },
            Action: ['s3:PutObject'],
            Resource: ['arn:aws:s3:::b/*'],
          },
          {
            Effect: 'Deny',
            Principal: { AWS: ['bob'] },
            Action: ['s3:GetObject'],
            Resource: ['arn:aws:s3:::b/*'],
          },
        ],
      }),
      'b',
    );
    const of = (user: string, weakDenies: boolean) =>
      auditVerdicts([
        {
          audit: auditPolicy([{ index: 0, documents: [document] }], { bucket: 'b', user }),
          origin: '',
          weakDenies,
        },
      ]).map(({ ability, extent }) => `${ability} ${extent}`);
    expect(of('', false)).toEqual(['read all']);
    expect(of('ann', false)).toEqual(['read all', 'write all']);
    expect(of('bob', false)).toEqual([]);
    expect(of('bob', true)).toEqual(['read part']);
  });

  it('is found at once for a thousand users with a hundred policies each', async () => {
    const policies = Array.from({ length: 100 }, (_, i) =>
      auditPolicy(
        inputs(
          allow(['s3:*'], [`b${i}`, `b${i}/*`]),
          allow(['s3:GetObject', 's3:PutObject'], [`b/team-${i}/*`]),
          deny(['s3:DeleteObject'], [`b/team-${i}/keep/*`]),
        ),
        { bucket: 'b' },
      ),
    );
    const auditAll = () => {
      for (let user = 0; user < 1000; user += 1) {
        auditVerdicts(policies.map((audit, origin) => ({ audit, origin })));
      }
    };
    expect(await cpuTimeOf(auditAll)).toBeLessThan(4000);
  });
});
