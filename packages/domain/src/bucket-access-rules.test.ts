import { describe, expect, it } from 'vitest';
import {
  type AccessLevel,
  type AccessRule,
  readAccessRules,
  withAccessRule,
} from './bucket-access-rules.ts';
import { evaluate, parseBucketPolicy } from './policy.ts';

const BUCKET = 'photos';
const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });
const allow = (Action: string[], Resource: string[], more: object = {}) => ({
  Effect: 'Allow',
  Principal: { AWS: ['*'] },
  Action,
  Resource,
  ...more,
});
const WHOLE = ['arn:aws:s3:::photos'];
const WRITE = [
  's3:AbortMultipartUpload',
  's3:DeleteObject',
  's3:ListMultipartUploadParts',
  's3:PutObject',
];
const prefixes = (...values: string[]) => ({
  Condition: { StringEquals: { 's3:prefix': values } },
});

const build = (...rules: AccessRule[]) =>
  rules.reduce<string | undefined>(
    (text, { prefix, access }) => withAccessRule(text, BUCKET, prefix, access),
    undefined,
  );
const read = (text: string | undefined) => readAccessRules(text, BUCKET);
const sorted = (rules: readonly AccessRule[]) =>
  [...rules].sort((a, b) => (a.prefix < b.prefix ? -1 : 1));

describe('access rules', () => {
  it.each<[AccessLevel, string, object[]]>([
    [
      'readonly',
      '',
      [
        allow(['s3:GetBucketLocation', 's3:ListBucket'], WHOLE),
        allow(['s3:GetObject'], ['arn:aws:s3:::photos/*']),
      ],
    ],
    [
      'readonly',
      'a/',
      [
        allow(['s3:GetBucketLocation'], WHOLE),
        allow(['s3:ListBucket'], WHOLE, prefixes('a/')),
        allow(['s3:GetObject'], ['arn:aws:s3:::photos/a/*']),
      ],
    ],
    [
      'writeonly',
      'a/',
      [
        allow(['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'], WHOLE),
        allow(WRITE, ['arn:aws:s3:::photos/a/*']),
      ],
    ],
    [
      'readwrite',
      '',
      [
        allow(['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'], WHOLE),
        allow([...WRITE, 's3:GetObject'].sort(), ['arn:aws:s3:::photos/*']),
      ],
    ],
  ])(
    '%s for %j are statements as MinIO’s clients write them [ACCESS-06]',
    (access, prefix, statements) => {
      const text = withAccessRule(undefined, BUCKET, prefix, access);
      expect(text).toBe(policy(...statements));
      expect(read(text)).toEqual({ rules: [{ prefix, access }], otherStatements: 0 });
    },
  );

  it('are read from statements that were put together in another way', () => {
    const text = policy(
      allow(['s3:GetBucketLocation'], WHOLE),
      allow(['s3:ListBucketMultipartUploads'], WHOLE, { Sid: '' }),
      { ...allow(['s3:ListBucket'], WHOLE, prefixes('a', 'b')), Principal: '*' },
      allow(['s3:GetObject'], ['arn:aws:s3:::photos/a*', 'arn:aws:s3:::photos/b*']),
      allow(WRITE, ['arn:aws:s3:::photos/b*']),
    );
    expect(sorted(read(text).rules)).toEqual([
      { prefix: 'a', access: 'readonly' },
      { prefix: 'b', access: 'readwrite' },
    ]);
    expect(read(text).otherStatements).toBe(0);
  });

  it.each<[string, object]>([
    ['denies', { ...allow(['s3:GetObject'], ['arn:aws:s3:::photos/*']), Effect: 'Deny' }],
    [
      'is for somebody',
      { ...allow(['s3:GetObject'], ['arn:aws:s3:::photos/*']), Principal: { AWS: ['bob'] } },
    ],
    ['has a name', allow(['s3:GetObject'], ['arn:aws:s3:::photos/*'], { Sid: 'mine' })],
    [
      'gives other actions',
      allow(['s3:GetObject', 's3:PutObjectTagging'], ['arn:aws:s3:::photos/*']),
    ],
    [
      'has another condition',
      allow(['s3:GetObject'], ['arn:aws:s3:::photos/*'], {
        Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
      }),
    ],
    ['has a pattern for a prefix', allow(['s3:GetObject'], ['arn:aws:s3:::photos/*/x*'])],
    ['is about one object', allow(['s3:GetObject'], ['arn:aws:s3:::photos/one'])],
    ['reads without listing', allow(['s3:GetObject'], ['arn:aws:s3:::photos/*'])],
    [
      'lists by another condition',
      allow(['s3:ListBucket'], WHOLE, { Condition: { StringLike: { 's3:prefix': ['a'] } } }),
    ],
    ['has an action that nobody knows', allow(['s3:GetWeather'], ['arn:aws:s3:::photos/*'])],
  ])(
    'are not found in a statement that %s, which stays when rules come and go',
    (_why, statement) => {
      const before = policy(statement);
      expect(read(before)).toEqual({ rules: [], otherStatements: 1 });
      const changed = withAccessRule(before, BUCKET, 'x/', 'readwrite');
      expect(read(changed).rules).toEqual([{ prefix: 'x/', access: 'readwrite' }]);
      expect(read(changed).otherStatements).toBe(1);
      const after = withAccessRule(changed, BUCKET, 'x/', undefined);
      expect(JSON.parse(after ?? '{}').Statement).toEqual([statement]);
    },
  );

  it('take with them only what no other rule gives', () => {
    const text = build(
      { prefix: '', access: 'readonly' },
      { prefix: 'in/', access: 'writeonly' },
      { prefix: 'out/', access: 'readonly' },
    );
    const rest = withAccessRule(text, BUCKET, '', undefined);
    expect(sorted(read(rest).rules)).toEqual([
      { prefix: 'in/', access: 'writeonly' },
      { prefix: 'out/', access: 'readonly' },
    ]);
    const document = parseBucketPolicy(rest ?? '', BUCKET);
    const may = (action: string, key?: string) =>
      evaluate([document], { action, bucket: BUCKET, ...(key && { key }), context: {} });
    expect(may('s3:ListBucket')).toBe('none');
    expect(may('s3:GetObject', 'else/1')).toBe('none');
    expect(may('s3:GetObject', 'out/1')).toBe('allow');
    expect(may('s3:PutObject', 'in/1')).toBe('allow');
    expect(may('s3:PutObject', 'out/1')).toBe('none');
  });

  it('change their level without leaving the old one behind', () => {
    const text = build({ prefix: 'a', access: 'readwrite' }, { prefix: 'a', access: 'writeonly' });
    expect(text).toBe(build({ prefix: 'a', access: 'writeonly' }));
  });

  it('leave no policy when the last goes', () => {
    expect(
      withAccessRule(build({ prefix: 'a', access: 'readonly' }), BUCKET, 'a', undefined),
    ).toBeUndefined();
    expect(withAccessRule(undefined, BUCKET, 'a', undefined)).toBeUndefined();
  });

  it('keep what statements of their kind give beyond them', () => {
    const lists = allow(['s3:GetBucketLocation', 's3:ListBucket'], WHOLE);
    const before = policy(lists, allow(['s3:GetObject'], ['arn:aws:s3:::photos/a*']));
    expect(read(before)).toEqual({
      rules: [{ prefix: 'a', access: 'readonly' }],
      otherStatements: 1,
    });
    const after = withAccessRule(before, BUCKET, 'a', undefined);
    const document = parseBucketPolicy(after ?? '', BUCKET);
    const may = (action: string, key?: string) =>
      evaluate([document], { action, bucket: BUCKET, ...(key && { key }), context: {} });
    expect(may('s3:ListBucket')).toBe('allow');
    expect(may('s3:GetObject', 'a1')).toBe('none');
  });

  it('keep the id of the policy', () => {
    const before = JSON.stringify({ Id: 'mine', Version: '2012-10-17', Statement: [] });
    expect(withAccessRule(before, BUCKET, 'a', 'readonly')).toMatch(/^\{"Id":"mine","Version"/);
  });

  it.each(['"quoted"', 'back\\slash', 'ключ/日本', 'a b&<>', '}],"Effect":"Deny"', 'photos', '/'])(
    'are for the prefix %j as it is',
    (prefix) => {
      const text = build({ prefix, access: 'readwrite' }, { prefix: 'other', access: 'readonly' });
      expect(read(text).rules).toContainEqual({ prefix, access: 'readwrite' });
      const document = parseBucketPolicy(text ?? '', BUCKET);
      const get = (key: string) =>
        evaluate([document], { action: 's3:GetObject', bucket: BUCKET, key, context: {} });
      expect(get(`${prefix}x`)).toBe('allow');
      expect(get('elsewhere')).toBe('none');
    },
  );

  it('are never found in the policy of another bucket', () => {
    const text = build({ prefix: 'a', access: 'readonly' });
    expect(readAccessRules(text, 'photos2').rules).toEqual([]);
    expect(readAccessRules(text, 'phot').rules).toEqual([]);
  });

  it('say so when the policy is no JSON', () => {
    for (const text of ['', 'null', '<Policy/>']) {
      expect(() => read(text)).toThrow(expect.objectContaining({ problem: 'not-json' }));
    }
  });

  it('come out the same whatever way they went in', () => {
    const levels: AccessLevel[] = ['readonly', 'writeonly', 'readwrite'];
    const names = ['', 'a', 'a/', 'ab', 'b'];
    for (let seed = 0; seed < 243; seed += 1) {
      const rules = names.flatMap((prefix, i) => {
        const access = levels[(Math.floor(seed / 3 ** i) % 3) - (seed % 2)];
        return access === undefined ? [] : [{ prefix, access }];
      });
      const text = build(...rules);
      expect(sorted(read(text).rules)).toEqual(sorted(rules));
      expect(read(text).otherStatements).toBe(0);
    }
  });
});
