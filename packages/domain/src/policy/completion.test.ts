import { describe, expect, it } from 'vitest';
import { completePolicy } from './completion.ts';

const facts = { buckets: ['photos', 'music', 'photo-archive'] };

/** Completes at the position of '|'. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  const document = marked.replace('|', '');
  const found = completePolicy(document, offset, facts);
  return found && { ...found, replaced: document.slice(found.from, found.to) };
}

describe('completePolicy', () => {
  it.each<[string, string]>([
    ['{"|', 'Version'],
    ['{"Version": "|"}', '2012-10-17'],
    ['{"Statement": [{"|"}]}', 'Effect'],
    ['{"Statement": {"Eff|"}}', 'Effect'],
    ['{"Statement": [{"Effect": "|', 'Allow'],
    ['{"Statement": [{"Action": "s3:Get|', 's3:GetObject'],
    ['{"Statement": [{}, {"action": ["s3:GetObject", "adm|"]', 'admin:CreateUser'],
    ['{"Statement": [{"NotAction": ["|', 's3:*'],
    ['{"Statement": [{"Resource": ["arn:aws:s3:::ph|', 'arn:aws:s3:::photos/*'],
    ['{"Statement": [{"Resource": "arn|"', 'arn:aws:s3:::music'],
    ['{"Statement": [{"Resource": "mus|"', 'arn:aws:s3:::music/*'],
    ['{"Statement": [{"Condition": {"|', 'IpAddress'],
    ['{"Statement": [{"Condition": {"StringLike": {"|', 'aws:username'],
    ['{"Statement": [{"Condition": {"Bool": {"aws:SecureTransport": "|', 'true'],
    ['{"Statement": [{"Condition": {"StringEquals": {"s3:object-lock-mode": ["|', 'COMPLIANCE'],
  ])('offers in %s: %s', (marked, option) => {
    expect(at(marked)?.options).toContain(option);
  });

  it.each([
    '{"Nothing": "|"}',
    '{"Statement": [{"Sid": "|"}]}',
    '"|"',
    '{"Statement": [{"Effect": {"|',
  ])('knows nothing in %s', (marked) => {
    expect(at(marked)).toBeUndefined();
  });

  it('offers the condition keys that all actions of the statement have', () => {
    const keys = (actions: string) =>
      at(
        `{"Statement": [{"Action": "s3:*"}, {"Condition": {"StringLike": {"|": ""}}, "Action": [${actions}]}]}`,
      )?.options;
    expect(keys('"s3:ListBucket"')).toContain('s3:prefix');
    expect(keys('"s3:ListBucket", "s3:GetObject"')).not.toContain('s3:prefix');
    expect(keys('"admin:ServerInfo"')).not.toContain('s3:versionid');
    expect(keys('"admin:ServerInfo"')).toContain('aws:SourceIp');
  });

  it('replaces the text that the cursor stands in, and brings quotes where none are', () => {
    expect(at('{"Statement": [{"Action": ["s3:Ge|tX", "a"]}]}')).toMatchObject({
      replaced: 's3:GetX',
      unquoted: false,
    });
    expect(at('{"Statement": [{"Action": |')).toMatchObject({ replaced: '', unquoted: true });
    expect(at('{"Statement": [{"Action": ["a", |]}]}')?.options).toContain('s3:GetObject');
  });

  it('bounds what it offers', () => {
    const buckets = Array.from({ length: 5000 }, (_, n) => `bucket-${n}`);
    const document = '{"Statement": [{"Resource": "';
    const found = completePolicy(document, document.length, { buckets });
    expect(found?.options.length).toBeLessThan(400);
  });

  it('does not mind how deep a text nests, or where it breaks off', () => {
    const document = `{"Statement":${'['.repeat(5000)}"`;
    expect(completePolicy(document, document.length, facts)).toBeUndefined();
    expect(at('{"Statement": [{"Action": ["s3:Ab\\"c|')?.replaced).toBe('s3:Ab\\"c');
  });
});

describe('completePolicy of a bucket', () => {
  const of = (marked: string) =>
    completePolicy(marked.replace('|', ''), marked.indexOf('|'), { buckets: [], bucket: 'photos' })
      ?.options ?? [];

  it('knows its principals, and of actions and resources those of a bucket only', () => {
    expect(of('{"Statement": [{"|')).toContain('Principal');
    expect(of('{"Statement": [{"Principal": {"|')).toEqual(['AWS']);
    expect(of('{"Statement": [{"Principal": "|')).toEqual(['*']);
    expect(of('{"Statement": [{"Principal": {"AWS": ["|')).toEqual(['*']);
    const actions = of('{"Statement": [{"Action": ["|');
    expect(actions).toContain('s3:GetObject');
    expect(actions.every((action) => action.startsWith('s3:'))).toBe(true);
    expect(of('{"Statement": [{"Resource": ["|')).toEqual([
      'arn:aws:s3:::photos',
      'arn:aws:s3:::photos/*',
    ]);
  });
});
