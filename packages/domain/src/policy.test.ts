import { describe, expect, it } from 'vitest';
import type { Decision, PolicyDocument, PolicyRequest } from './policy.ts';
import {
  concernsBucket,
  evaluate,
  parseBucketPolicy,
  parsePolicy,
  resourcePattern,
} from './policy.ts';
import { cpuTimeOf } from './testing/cpu-time.ts';

function policy(...statements: object[]): PolicyDocument {
  return parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement: statements }));
}

function bucketPolicy(bucket: string, ...statements: object[]): PolicyDocument {
  return parseBucketPolicy(
    JSON.stringify({ Version: '2012-10-17', Statement: statements }),
    bucket,
  );
}

function allow(Action: string | string[], Resource?: string | string[], more: object = {}) {
  return { Effect: 'Allow', Action, ...(Resource === undefined ? {} : { Resource }), ...more };
}

function deny(Action: string | string[], Resource?: string | string[], more: object = {}) {
  return { ...allow(Action, Resource, more), Effect: 'Deny' };
}

function ask(action: string, bucket?: string, key?: string, more: Partial<PolicyRequest> = {}) {
  return {
    action,
    ...(bucket === undefined ? {} : { bucket }),
    ...(key === undefined ? {} : { key }),
    context: {},
    ...more,
  };
}

const everything = 'arn:aws:s3:::*';

describe('evaluate', () => {
  const cases: readonly (readonly [string, object[], PolicyRequest, Decision])[] = [
    ['nothing said', [], ask('s3:GetObject', 'b', 'k'), 'none'],
    ['allowed', [allow('s3:GetObject', everything)], ask('s3:GetObject', 'b', 'k'), 'allow'],
    ['another action', [allow('s3:PutObject', everything)], ask('s3:GetObject', 'b', 'k'), 'none'],
    [
      'a deny after an allow',
      [allow('s3:*', everything), deny('s3:GetObject', 'arn:aws:s3:::b/secret/*')],
      ask('s3:GetObject', 'b', 'secret/k'),
      'deny',
    ],
    [
      'a deny before an allow',
      [deny('s3:GetObject', 'arn:aws:s3:::b/secret/*'), allow('s3:*', everything)],
      ask('s3:GetObject', 'b', 'secret/k'),
      'deny',
    ],
    [
      'a deny elsewhere',
      [deny('s3:GetObject', 'arn:aws:s3:::b/secret/*'), allow('s3:*', everything)],
      ask('s3:GetObject', 'b', 'open/k'),
      'allow',
    ],
    [
      'a bucket action on the bucket ARN',
      [allow('s3:ListBucket', 'arn:aws:s3:::b')],
      ask('s3:ListBucket', 'b'),
      'allow',
    ],
    [
      'a bucket action on the object ARN, as MinIO takes it',
      [allow('s3:*', 'arn:aws:s3:::b/*')],
      ask('s3:ListBucket', 'b'),
      'allow',
    ],
    [
      'an object action on the bucket ARN',
      [allow('s3:*', 'arn:aws:s3:::b')],
      ask('s3:GetObject', 'b', 'k'),
      'none',
    ],
    [
      'a bucket that begins alike',
      [allow('s3:*', ['arn:aws:s3:::b', 'arn:aws:s3:::b/*'])],
      ask('s3:GetObject', 'b2', 'k'),
      'none',
    ],
    [
      'a key with dots is not cleaned into another resource',
      [allow('s3:*', ['arn:aws:s3:::other', 'arn:aws:s3:::other/*'])],
      ask('s3:GetObject', 'b', '../other/k'),
      'none',
    ],
    [
      'a key that begins with a slash',
      [allow('s3:GetObject', 'arn:aws:s3:::b/k')],
      ask('s3:GetObject', 'b', '/k'),
      'none',
    ],
    [
      'NotAction',
      [{ Effect: 'Allow', NotAction: 's3:Delete*', Resource: everything }],
      ask('s3:GetObject', 'b', 'k'),
      'allow',
    ],
    [
      'NotAction with the action it leaves out',
      [{ Effect: 'Allow', NotAction: 's3:Delete*', Resource: everything }],
      ask('s3:DeleteObject', 'b', 'k'),
      'none',
    ],
    [
      'NotResource elsewhere',
      [{ Effect: 'Deny', Action: 's3:*', NotResource: 'arn:aws:s3:::mine/*' }],
      ask('s3:GetObject', 'b', 'k'),
      'deny',
    ],
    [
      'NotResource on what it leaves out',
      [{ Effect: 'Deny', Action: 's3:*', NotResource: 'arn:aws:s3:::mine/*' }],
      ask('s3:GetObject', 'mine', 'k'),
      'none',
    ],
    [
      'reading a version implies reading the object',
      [allow('s3:GetObjectVersion', everything)],
      ask('s3:GetObject', 'b', 'k'),
      'allow',
    ],
    [
      'reading the object does not imply reading versions',
      [allow('s3:GetObject', everything)],
      ask('s3:GetObjectVersion', 'b', 'k'),
      'none',
    ],
    [
      'listing implies listing versions',
      [allow('s3:ListBucket', everything)],
      ask('s3:ListBucketVersions', 'b'),
      'allow',
    ],
    [
      'but not over a deny',
      [allow('s3:ListBucket', everything), deny('s3:ListBucketVersions', everything)],
      ask('s3:ListBucketVersions', 'b'),
      'deny',
    ],
    ['s3:* is no admin action', [allow('s3:*', everything)], ask('admin:ServerInfo'), 'none'],
    ['admin:* is no s3 action', [allow('admin:*')], ask('s3:GetObject', 'b', 'k'), 'none'],
    ['an admin action without resource', [allow('admin:*')], ask('admin:ServerInfo'), 'allow'],
    [
      'an admin action whatever the resource',
      [allow('admin:ServerInfo', 'arn:aws:s3:::b')],
      ask('admin:ServerInfo'),
      'allow',
    ],
    ['a bare * is everything', [allow('*')], ask('admin:ServerInfo'), 'allow'],
    ['kms without resource', [allow('kms:*')], ask('kms:CreateKey', 'key-1'), 'allow'],
    [
      'kms on another key',
      [allow('kms:CreateKey', 'arn:minio:kms:::key-2')],
      ask('kms:CreateKey', 'key-1'),
      'none',
    ],
    [
      'kms on a key by pattern',
      [allow('kms:CreateKey', 'arn:minio:kms:::key-*')],
      ask('kms:CreateKey', 'key-1'),
      'allow',
    ],
    [
      's3 actions without a bucket',
      [allow('s3:ListAllMyBuckets', everything)],
      ask('s3:ListAllMyBuckets'),
      'allow',
    ],
    [
      's3 actions without a bucket on one bucket',
      [allow('s3:ListAllMyBuckets', 'arn:aws:s3:::b/*')],
      ask('s3:ListAllMyBuckets'),
      'none',
    ],
  ];

  it.each(cases)('%s', (_, statements, request, decision) => {
    expect(evaluate([policy(...statements)], request)).toBe(decision);
  });

  it('weighs all policies together', () => {
    const may = policy(allow('s3:*', everything));
    const denied = policy(deny('s3:DeleteObject', everything));
    expect(evaluate([may, denied], ask('s3:DeleteObject', 'b', 'k'))).toBe('deny');
    expect(evaluate([denied, may], ask('s3:GetObject', 'b', 'k'))).toBe('allow');
    expect(evaluate([], ask('s3:GetObject', 'b', 'k'))).toBe('none');
  });

  it('answers ten thousand questions within a second', async () => {
    const rules = [...Array(20).keys()].map((n) =>
      allow('s3:Get*', `arn:aws:s3:::bucket-${n}/*/x`),
    );
    const policies = [policy(...rules)];
    const askAll = () => {
      for (let n = 0; n < 10_000; n += 1) evaluate(policies, ask('s3:GetObject', 'b', `${n}/y`));
    };
    expect(await cpuTimeOf(askAll)).toBeLessThan(1_000);
  });
});

describe('policy variables', () => {
  const variable = (name: string) => `\${${name}}`;
  const username = variable('aws:username');
  const unknown = variable('nothing:known');
  const home = policy(
    allow('s3:GetObject', [`arn:aws:s3:::home/${username}/*`]),
    allow('s3:ListBucket', 'arn:aws:s3:::home', {
      Condition: { StringLike: { 's3:prefix': [`${username}/*`, 'shared/*'] } },
    }),
    allow('s3:PutObject', `arn:aws:s3:::home/${variable('jwt:sub')}/${unknown}/*`),
  );

  it('stand for the caller in resources', () => {
    const context = { username: ['ada'] };
    expect(evaluate([home], ask('s3:GetObject', 'home', 'ada/x', { context }))).toBe('allow');
    expect(evaluate([home], ask('s3:GetObject', 'home', 'eve/x', { context }))).toBe('none');
  });

  it('stand for the caller in conditions', () => {
    const context = { username: ['ada'], prefix: ['ada/photos'] };
    expect(evaluate([home], ask('s3:ListBucket', 'home', undefined, { context }))).toBe('allow');
    const other = { username: ['ada'], prefix: ['eve/photos'] };
    expect(evaluate([home], ask('s3:ListBucket', 'home', undefined, { context: other }))).toBe(
      'none',
    );
  });

  it('stay as they are written when they are unknown', () => {
    expect(evaluate([home], ask('s3:GetObject', 'home', 'ada/x'))).toBe('none');
    const context = { sub: ['s-1'] };
    const key = `s-1/${unknown}/x`;
    expect(evaluate([home], ask('s3:PutObject', 'home', key, { context }))).toBe('allow');
  });

  it('are never read as wildcards', () => {
    const context = { username: ['*'] };
    expect(evaluate([home], ask('s3:GetObject', 'home', 'ada/x', { context }))).toBe('none');
    expect(evaluate([home], ask('s3:GetObject', 'home', '*/x', { context }))).toBe('allow');
  });

  it('take nothing from the prototype of the context', () => {
    const odd = policy(
      allow('s3:GetObject', everything, {
        Condition: { Null: { 's3:ExistingObjectTag/constructor': false } },
      }),
    );
    expect(evaluate([odd], ask('s3:GetObject', 'b', 'k'))).toBe('none');
  });
});

describe('bucket policies', () => {
  const open = bucketPolicy('b', {
    Effect: 'Allow',
    Principal: '*',
    Action: ['s3:GetObject'],
    Resource: 'arn:aws:s3:::b/public/*',
  });

  it('open a bucket to everybody', () => {
    expect(evaluate([open], ask('s3:GetObject', 'b', 'public/k'))).toBe('allow');
    expect(evaluate([open], ask('s3:GetObject', 'b', 'private/k'))).toBe('none');
    expect(evaluate([open], ask('s3:PutObject', 'b', 'public/k'))).toBe('none');
  });

  it.each([
    ['arn:aws:iam::123456789012:user/ada', 'ada', 'allow'],
    ['arn:aws:iam:::user/team/ada', 'ada', 'allow'],
    ['arn:aws:iam::123456789012:user/ada', 'bob', 'none'],
    ['arn:aws:iam::123456789012:root', 'ada', 'none'],
    ['arn:aws:iam::123456789012:role/ada', 'ada', 'none'],
  ])('know users by the end of an ARN: %s, %s', (AWS, principal, decision) => {
    const named = bucketPolicy('b', {
      ...allow('s3:GetObject', 'arn:aws:s3:::b/*'),
      Principal: { AWS },
    });
    expect(evaluate([named], ask('s3:GetObject', 'b', 'k', { principal }))).toBe(decision);
  });

  it('speak of the principals that they name', () => {
    const ada = bucketPolicy('b', {
      Effect: 'Deny',
      Principal: { AWS: ['ada', 'team-*'] },
      Action: 's3:*',
      Resource: 'arn:aws:s3:::b/*',
    });
    const as = (principal?: string) =>
      evaluate([ada], ask('s3:GetObject', 'b', 'k', principal === undefined ? {} : { principal }));
    expect(as('ada')).toBe('deny');
    expect(as('team-1')).toBe('deny');
    expect(as('eve')).toBe('none');
    expect(as()).toBe('none');
  });

  it("take 'bucket/*' for the objects only", () => {
    const objects = bucketPolicy('b', {
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:*',
      Resource: 'arn:aws:s3:::b/*',
    });
    expect(evaluate([objects], ask('s3:GetObject', 'b', 'k'))).toBe('allow');
    expect(evaluate([objects], ask('s3:ListBucket', 'b'))).toBe('none');
  });
});

it('shows the pattern behind an ARN', () => {
  expect(resourcePattern('arn:aws:s3:::b/k*')).toBe('b/k*');
  expect(resourcePattern('arn:minio:kms:::key')).toBe('key');
  expect(resourcePattern('*')).toBe('*');
});

describe('concernsBucket', () => {
  it.each([
    ['arn:aws:s3:::b', true],
    ['arn:aws:s3:::b/*', true],
    ['arn:aws:s3:::b/home/x', true],
    ['arn:aws:s3:::*', true],
    ['arn:aws:s3:::bb*/*', false],
    ['arn:aws:s3:::other/*', false],
  ])('%s: %s', (resource, expected) => {
    expect(concernsBucket(policy(allow('s3:GetObject', resource)), 'b')).toBe(expected);
    expect(concernsBucket(policy(deny('s3:GetObject', resource)), 'b')).toBe(expected);
  });

  it('is nothing that admin statements do', () => {
    expect(concernsBucket(policy(allow('admin:*')), 'b')).toBe(false);
  });
});
