import { describe, expect, it } from 'vitest';
import { PolicyError } from './document.ts';
import { MAX_POLICY_BYTES, parseBucketPolicy, parsePolicy } from './parse.ts';

const base = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::b/*'] };

function text(statement: object, more: object = {}): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement], ...more });
}

function errorOf(read: () => unknown): PolicyError {
  try {
    read();
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('parsePolicy', () => {
  it('writes single values out as lists and keeps what it was given', () => {
    const written = {
      ID: 'mine',
      Version: '2012-10-17',
      Statement: {
        Sid: 'one',
        Effect: 'Deny',
        NotAction: 's3:GetObject',
        NotResource: 'arn:aws:s3:::b/*',
        Condition: {
          NumericLessThan: { 's3:object-lock-remaining-retention-days': 5 },
          Bool: { 'aws:SecureTransport': false },
        },
      },
    };
    expect(parsePolicy(JSON.stringify(written))).toEqual({
      ID: 'mine',
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'one',
          Effect: 'Deny',
          NotAction: ['s3:GetObject'],
          NotResource: ['arn:aws:s3:::b/*'],
          Condition: {
            NumericLessThan: { 's3:object-lock-remaining-retention-days': ['5'] },
            Bool: { 'aws:SecureTransport': ['false'] },
          },
        },
      ],
    });
  });

  it('takes field names in any case and empty fields as absent', () => {
    const written =
      '{"version":"2012-10-17","statement":[{"effect":"Allow","ACTION":"s3:*","resource":"*","sid":null}]}';
    expect(parsePolicy(written).Statement).toEqual([
      { Effect: 'Allow', Action: ['s3:*'], Resource: ['*'] },
    ]);
  });

  it.each(['Resource', 'NotResource'])('takes %s as MinIO gives everything back', (field) => {
    const { Resource: _, ...rest } = base;
    const [statement] = parsePolicy(text({ ...rest, [field]: ['**', '*'] })).Statement;
    expect(statement).toEqual({ ...rest, [field]: ['*'] });
    expect(errorOf(() => parsePolicy(text({ ...rest, [field]: ['***'] }))).problem).toBe(
      'unsupported-resource',
    );
  });

  it('can be written as JSON and read again', () => {
    const policy = parsePolicy(
      text({ ...base, Condition: { StringLike: { 'aws:Referer': ['a', 'b'] } } }),
    );
    expect(parsePolicy(JSON.stringify(policy))).toEqual(policy);
  });

  const { Action: _action, ...withoutAction } = base;
  const { Resource: _resource, ...withoutResource } = base;
  const { Effect: _effect, ...withoutEffect } = base;
  const condition = (entry: object) => ({ ...base, Condition: entry });

  it.each<[string, string, string, string]>([
    ['no JSON', '{', 'not-json', ''],
    ['no object', '[]', 'wrong-type', ''],
    ['null', 'null', 'wrong-type', ''],
    ['no statement', '{"Version":"2012-10-17"}', 'missing', 'Statement'],
    ['no version', '{"Statement":[]}', 'missing', 'Version'],
    [
      'another version',
      '{"Version":"2020-01-01","Statement":[]}',
      'unsupported-version',
      'Version',
    ],
    ['an unknown field', text(base, { Extra: 1 }), 'unknown-field', 'Extra'],
    [
      'a field twice',
      '{"Version":"2012-10-17","version":"x","Statement":[]}',
      'duplicate',
      'version',
    ],
    ['an unknown field inside', text({ ...base, Foo: 1 }), 'unknown-field', 'Statement[0].Foo'],
    ['a principal', text({ ...base, Principal: '*' }), 'unknown-field', 'Statement[0].Principal'],
    ['no effect', text(withoutEffect), 'missing', 'Statement[0].Effect'],
    [
      'another effect',
      text({ ...base, Effect: 'allow' }),
      'unsupported-effect',
      'Statement[0].Effect',
    ],
    ['no action', text(withoutAction), 'missing', 'Statement[0].Action'],
    ['an empty action list', text({ ...base, Action: [] }), 'missing', 'Statement[0].Action'],
    ['a number as action', text({ ...base, Action: [1] }), 'wrong-type', 'Statement[0].Action'],
    [
      'both actions',
      text({ ...base, NotAction: 's3:*' }),
      'not-allowed-together',
      'Statement[0].NotAction',
    ],
    [
      'an unknown action',
      text({ ...base, Action: 's3:Fly' }),
      'unsupported-action',
      'Statement[0].Action',
    ],
    [
      'a part of the admin actions',
      text({ ...base, Action: 'admin:List*' }),
      'unsupported-action',
      'Statement[0].Action',
    ],
    [
      'families mixed',
      text({ ...base, Action: ['admin:*', 's3:*'] }),
      'unsupported-action',
      'Statement[0].Action',
    ],
    ['no resource', text(withoutResource), 'missing', 'Statement[0].Resource'],
    [
      'both resources',
      text({ ...base, NotResource: '*' }),
      'not-allowed-together',
      'Statement[0].NotResource',
    ],
    ['no ARN', text({ ...base, Resource: 'b/*' }), 'unsupported-resource', 'Statement[0].Resource'],
    [
      'an ARN of nothing',
      text({ ...base, Resource: 'arn:aws:s3:::' }),
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'an ARN of a key alone',
      text({ ...base, Resource: 'arn:aws:s3:::/k' }),
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'a key as resource',
      text({ ...base, Resource: 'arn:minio:kms:::k' }),
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'a bucket for kms',
      text({ ...base, Action: 'kms:*' }),
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'an odd key name for kms',
      text({ ...base, Action: 'kms:*', Resource: 'arn:minio:kms:::a/b' }),
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'conditions as a list',
      text({ ...base, Condition: [] }),
      'wrong-type',
      'Statement[0].Condition',
    ],
    [
      'an operator without keys',
      text(condition({ Bool: 'x' })),
      'wrong-type',
      'Statement[0].Condition.Bool',
    ],
    [
      'an unknown operator',
      text(condition({ Is: { 'aws:userid': 'x' } })),
      'unsupported-operator',
      'Statement[0].Condition.Is.aws:userid',
    ],
    [
      'an unknown key',
      text(condition({ StringLike: { 'aws:x': 'x' } })),
      'unsupported-key',
      'Statement[0].Condition.StringLike.aws:x',
    ],
    [
      'a key of another action',
      text(condition({ StringLike: { 's3:prefix': 'x' } })),
      'unsupported-key',
      'Statement[0].Condition.StringLike.s3:prefix',
    ],
    [
      'a number for a text',
      text(condition({ StringLike: { 'aws:userid': 1 } })),
      'wrong-type',
      'Statement[0].Condition.StringLike.aws:userid',
    ],
    [
      'a value twice',
      text(condition({ StringLike: { 'aws:userid': ['x', 'x'] } })),
      'duplicate',
      'Statement[0].Condition.StringLike.aws:userid',
    ],
    [
      'no values',
      text(condition({ StringLike: { 'aws:userid': [] } })),
      'missing',
      'Statement[0].Condition.StringLike.aws:userid',
    ],
    [
      'too many levels',
      `{"Version":"2012-10-17","Statement":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
      'too-deep',
      '',
    ],
  ])('refuses %s', (_, written, problem, field) => {
    const error = errorOf(() => parsePolicy(written));
    expect({ problem: error.problem, field: error.field }).toEqual({ problem, field });
  });

  it('refuses a text over its limit, measured in bytes', () => {
    const statement = (size: number) => text({ ...base, Sid: 'ü'.repeat(size) });
    expect(errorOf(() => parsePolicy(statement(MAX_POLICY_BYTES / 2))).problem).toBe('too-large');
    expect(parsePolicy(statement(MAX_POLICY_BYTES / 2 - 100)).Statement).toHaveLength(1);
  });

  it('does not count brackets within texts as levels', () => {
    expect(parsePolicy(text({ ...base, Sid: `"${'['.repeat(50)}\\` })).Statement).toHaveLength(1);
  });

  it('lets a key go with an action pattern that reaches its action', () => {
    const statement = {
      ...base,
      Action: 's3:List*',
      Condition: { StringLike: { 's3:prefix': 'x' } },
    };
    expect(parsePolicy(text(statement)).Statement).toHaveLength(1);
  });
});

describe('parseBucketPolicy', () => {
  const open = { ...base, Principal: { AWS: ['*'] } };

  it('takes the principal in both its forms', () => {
    const short = parseBucketPolicy(text({ ...base, Principal: '*' }), 'b');
    expect(short).toEqual(parseBucketPolicy(text({ ...base, Principal: { AWS: '*' } }), 'b'));
    expect(short.Statement[0]?.Principal).toEqual({ AWS: ['*'] });
  });

  it.each(['arn:aws:s3:::b', 'arn:aws:s3:::b*', 'arn:aws:s3:::*', '*'])(
    'takes %s for bucket b',
    (resource) => {
      const statement = { ...open, Action: 's3:ListBucket', Resource: resource };
      expect(parseBucketPolicy(text(statement), 'b').Statement).toHaveLength(1);
    },
  );

  it.each<[string, object, string, string]>([
    ['no principal', base, 'missing', 'Statement[0].Principal'],
    [
      'another principal',
      { ...base, Principal: 'ada' },
      'unsupported-principal',
      'Statement[0].Principal',
    ],
    [
      'a service',
      { ...base, Principal: { Service: 'x' } },
      'unknown-field',
      'Statement[0].Principal.Service',
    ],
    ['an empty principal', { ...base, Principal: {} }, 'missing', 'Statement[0].Principal.AWS'],
    [
      'an admin action',
      { ...open, Action: 'admin:*' },
      'unsupported-action',
      'Statement[0].Action',
    ],
    [
      'another bucket',
      { ...open, Resource: 'arn:aws:s3:::c/*' },
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'an object action on a bucket',
      { ...open, Resource: 'arn:aws:s3:::b' },
      'unsupported-resource',
      'Statement[0].Resource',
    ],
    [
      'a bucket action on objects',
      { ...open, Action: 's3:ListBucket', Resource: 'arn:aws:s3:::b/x' },
      'unsupported-resource',
      'Statement[0].Resource',
    ],
  ])('refuses %s', (_, statement, problem, field) => {
    const error = errorOf(() => parseBucketPolicy(text(statement), 'b'));
    expect({ problem: error.problem, field: error.field }).toEqual({ problem, field });
  });
});
