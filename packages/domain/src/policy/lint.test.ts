import { describe, expect, it } from 'vitest';
import { CANNED_POLICIES } from '../canned-policies.ts';
import { lintPolicy } from './lint.ts';
import { BUCKET_POLICY_TEMPLATES, POLICY_TEMPLATES, policyTemplateText } from './templates.ts';

const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });
const allow = (Action: unknown, Resource?: unknown, more: object = {}) => ({
  Effect: 'Allow',
  Action,
  ...(Resource !== undefined && { Resource }),
  ...more,
});
const deny = (Action: unknown, Resource?: unknown, more: object = {}) => ({
  ...allow(Action, Resource, more),
  Effect: 'Deny',
});
const arn = (pattern: string) => `arn:aws:s3:::${pattern}`;
const condition = { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } };

/** Formats findings, one per line. */
const said = (text: string, buckets?: readonly string[]) =>
  lintPolicy(text, { buckets }).map((finding) =>
    finding.kind === 'error'
      ? `error ${finding.field}`
      : `${finding.code} ${finding.field} ${finding.subject}${finding.meant ? ` → ${finding.meant}` : ''}`.trim(),
  );

describe('lintPolicy', () => {
  it.each<[string, string, string[]]>([
    ['what is no JSON', '{', ['error ']],
    ['what is no object', '[]', ['error ']],
    ['no version', '{"Statement":[]}', ['error Version']],
    ['no statement', policy(), ['error Statement']],
    [
      'a mistake in each of three statements',
      policy(
        { Effect: 'Maybe', Action: 's3:*', Resource: '*' },
        allow('s3:GetObject'),
        allow('s3:GetObject', arn('b/*'), { Condition: { Moon: { 'aws:SourceIp': 'x' } } }),
      ),
      [
        'error Statement[0].Effect',
        'error Statement[1].Resource',
        'error Statement[2].Condition.Moon.aws:SourceIp',
      ],
    ],
    [
      'actions that do not exist, with those that were meant',
      policy(allow(['s3:GetObject', 's3:FlyToMoon', 's3:putobject', 'GetObject'], arn('b/*'))),
      [
        'unknown-action Statement[0].Action[1] s3:FlyToMoon',
        'unknown-action Statement[0].Action[2] s3:putobject → s3:PutObject',
        'unknown-action Statement[0].Action[3] GetObject → s3:GetObject',
      ],
    ],
    [
      'one action that does not exist, beside a real mistake',
      policy(allow('s3:Nothing', arn('b/*')), { Effect: 'Allow', Resource: arn('b') }),
      ['error Statement[1].Action', 'unknown-action Statement[0].Action s3:Nothing'],
    ],
    ['all of every bucket', policy(allow('s3:*', arn('*'))), ['all-buckets Statement[0].Resource']],
    [
      'all of every bucket, in short',
      policy(allow(['*'], '*')),
      ['all-buckets Statement[0].Resource'],
    ],
    ['all administration', policy(allow('admin:*')), ['all-administration Statement[0].Action']],
    [
      'a right that gives all others',
      policy(allow(['admin:ServerInfo', 'admin:CreateUser'])),
      ['as-good-as-all Statement[0].Action admin:CreateUser'],
    ],
    [
      'objects of a bucket without keys',
      policy(allow(['s3:GetObject', 's3:PutObject'], [arn('photos')])),
      ['objects-without-key Statement[0].Resource arn:aws:s3:::photos → arn:aws:s3:::photos/*'],
    ],
    [
      'a bucket with keys',
      policy(allow('s3:ListBucket', arn('photos/2026/*'))),
      ['bucket-with-key Statement[0].Resource arn:aws:s3:::photos/2026/* → arn:aws:s3:::photos'],
    ],
  ])('finds %s', (_what, text, findings) => {
    expect(said(text)).toEqual(findings);
  });

  it.each<[string, string]>([
    ['an allow of all buckets under a condition', policy(allow('s3:*', arn('*'), condition))],
    ['a deny of everything', policy(deny('s3:*', arn('*')), allow('admin:ServerInfo'))],
    ['listing a bucket by its objects', policy(allow('s3:ListBucket', arn('photos/*')))],
    [
      'both kinds of actions',
      policy(allow(['s3:ListBucket', 's3:GetObject'], [arn('b'), arn('b/*')])),
    ],
    ['a pattern of actions', policy(allow('s3:Get*', arn('b/*')))],
  ])('has nothing against %s', (_what, text) => {
    expect(said(text)).toEqual([]);
  });

  it.each<[string, boolean, object[]]>([
    [
      'the same in both',
      true,
      [allow('s3:GetObject', arn('b/*')), deny('s3:GetObject', arn('b/*'))],
    ],
    ['a wider deny', true, [allow(['s3:GetObject'], arn('b/a*')), deny('s3:*', arn('*'))]],
    [
      'two denies for two actions',
      true,
      [
        allow(['s3:GetObject', 's3:PutObject'], arn('b/*')),
        deny('s3:GetObject', arn('b/*')),
        deny('s3:Put*', arn('b*')),
      ],
    ],
    ['a deny of administration', true, [allow('admin:ServerInfo'), deny('admin:*')]],
    [
      'the bucket by its objects',
      true,
      [allow('s3:ListBucket', arn('b')), deny('s3:*', arn('b/*'))],
    ],
    [
      'a narrower deny',
      false,
      [allow('s3:GetObject', arn('b/*')), deny('s3:GetObject', arn('b/a*'))],
    ],
    ['a deny of less', false, [allow('s3:Get*', arn('b/*')), deny('s3:GetObject', arn('b/*'))]],
    ['a condition', false, [allow('s3:GetObject', arn('b/*')), deny('s3:*', arn('*'), condition)]],
    [
      'a variable',
      false,
      [allow('s3:GetObject', arn('b/*')), deny('s3:*', arn(['b/$', '{aws:username}/*'].join('')))],
    ],
    [
      'excluded resources',
      false,
      [
        allow('s3:GetObject', arn('b/*')),
        { Effect: 'Deny', Action: 's3:*', NotResource: arn('c/*') },
      ],
    ],
  ])('says of %s whether the allow is always beaten: %s', (_what, beaten, statements) => {
    const found = said(policy(...statements)).filter((line) => line.startsWith('always-denied'));
    expect(found).toEqual(beaten ? ['always-denied Statement[0]'] : []);
  });

  it('finds resources that no bucket matches, where the buckets are known', () => {
    const text = policy(
      allow('s3:GetObject', [arn('photos/*'), arn('fotos/*'), arn('ph?tos/*'), arn('*-logs/*')]),
      deny('s3:PutObject', [arn(['$', '{aws:username}/*'].join('')), '*']),
    );
    expect(said(text)).toEqual([]);
    expect(said(text, ['photos', 'music'])).toEqual([
      'no-bucket Statement[0].Resource[1] arn:aws:s3:::fotos/*',
      'no-bucket Statement[0].Resource[3] arn:aws:s3:::*-logs/*',
    ]);
  });

  it('takes every built-in policy and template for readable', () => {
    const texts = [
      ...Object.values(CANNED_POLICIES).map((document) => JSON.stringify(document)),
      ...POLICY_TEMPLATES.map((name) => policyTemplateText(name, 'photos', new Date())),
    ];
    for (const text of texts) {
      expect(
        lintPolicy(text, { buckets: ['photos'] }).filter(({ kind }) => kind === 'error'),
      ).toEqual([]);
    }
    const plain = POLICY_TEMPLATES.filter((name) => name !== 'userAdministration');
    for (const name of plain) {
      expect(said(policyTemplateText(name, 'photos', new Date()), ['photos']), name).toEqual([]);
    }
  });

  it('says at most a hundred things', () => {
    const many = Array.from({ length: 400 }, (_, n) => `s3:No${n}`);
    expect(lintPolicy(policy(allow(many, '*')))).toHaveLength(100);
  });
});

describe('lintPolicy of a bucket', () => {
  const lint = (...statements: object[]) =>
    lintPolicy(policy(...statements), { bucket: 'photos' }).map(
      ({ kind, field }) => `${kind} ${field}`,
    );
  const all = { Principal: '*' };
  const bob = { Principal: { AWS: ['bob'] } };

  it('finds what the storage refuses, in each statement', () => {
    expect(
      lint(
        allow('s3:GetObject', arn('photos/*')),
        allow('s3:Fly', arn('photos/*'), all),
        allow('s3:GetObject', arn('music/*'), all),
        allow('admin:ListUsers', arn('photos/*'), all),
        allow('s3:GetObject', arn('photos/*'), { Principal: { AWS: [] } }),
      ),
    ).toEqual([
      'error Statement[0].Principal',
      'error Statement[1].Action',
      'error Statement[2].Resource',
      'error Statement[3].Action',
      'error Statement[4].Principal.AWS',
    ]);
  });

  it('has nothing against one that opens all of the bucket', () => {
    expect(lint(allow('s3:*', arn('photos/*'), all))).toEqual([]);
  });

  it('counts a Deny as one that beats an Allow only where it is for everybody', () => {
    const allowed = allow('s3:GetObject', arn('photos/*'), all);
    expect(lint(allowed, deny('s3:*', arn('photos/*'), bob))).toEqual([]);
    expect(lint(allowed, deny('s3:*', arn('photos/*'), all))).toEqual(['warning Statement[0]']);
  });

  it.each(BUCKET_POLICY_TEMPLATES)('lets the template %s be set once somebody is named', (name) => {
    const text = policyTemplateText(name, 'photos', new Date('2026-01-01'), true);
    const found = (written: string) => lintPolicy(written, { bucket: 'photos' });
    expect(found(text).every(({ field }) => field.endsWith('Principal.AWS'))).toBe(true);
    expect(found(text)).not.toEqual([]);
    expect(found(text.replaceAll('"AWS": []', '"AWS": ["*"]'))).toEqual([]);
  });
});
