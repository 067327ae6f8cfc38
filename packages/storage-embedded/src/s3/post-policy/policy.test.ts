import { describe, expect, it } from 'vitest';
import { checkPostPolicy, parsePostPolicy } from './policy.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const LATER = '2026-01-01T01:00:00.000Z';
const encode = (document: unknown) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString(
    'base64',
  );
const policyOf = (...conditions: unknown[]) =>
  parsePostPolicy(encode({ expiration: LATER, conditions }));

describe('parsePostPolicy', () => {
  it('reads every kind of condition, whatever its case', () => {
    expect(
      policyOf(
        { Bucket: 'b' },
        ['StArTs-With', '$KEY', 'user/'],
        ['content-length-range', '1', 20],
      ),
    ).toEqual({
      expiration: Date.parse(LATER),
      conditions: [
        { operator: 'eq', field: 'bucket', value: 'b' },
        { operator: 'starts-with', field: 'key', value: 'user/' },
      ],
      length: { min: 1, max: 20 },
    });
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a list', []],
    ['no expiration', { conditions: [] }],
    ['an expiration of another case', { EXPIRATION: LATER, conditions: [] }],
    ['an odd expiration', { expiration: '2026-01-01 00:00:00+00:00', conditions: [] }],
    ['no conditions', { expiration: LATER }],
    ['an empty condition', { expiration: LATER, conditions: [{}] }],
    ['a number as a value', { expiration: LATER, conditions: [{ bucket: 1 }] }],
    ['a condition that is text', { expiration: LATER, conditions: ['eq'] }],
    ['an unknown operator', { expiration: LATER, conditions: [['ends-with', '$key', 'a']] }],
    ['a field without a sign', { expiration: LATER, conditions: [['eq', 'key', 'a']] }],
    ['a range of one length', { expiration: LATER, conditions: [['content-length-range', 0]] }],
    ['a range below zero', { expiration: LATER, conditions: [['content-length-range', -1, 0]] }],
    ['a range upside down', { expiration: LATER, conditions: [['content-length-range', 2, 1]] }],
  ])('refuses %s', (_, document) => {
    expect(() => parsePostPolicy(encode(document))).toThrow(
      expect.objectContaining({ code: 'InvalidPolicyDocument' }),
    );
  });
});

describe('checkPostPolicy', () => {
  const check = (conditions: unknown[], fields: Record<string, string>, now = NOW) =>
    checkPostPolicy(policyOf(...conditions), new Map(Object.entries(fields)), now);
  const basic = [{ bucket: 'b' }, ['starts-with', '$key', 'user/']];
  const form = { bucket: 'b', key: 'user/a' };

  it.each<[string, unknown[], Record<string, string>]>([
    ['what fits', basic, form],
    ['what carries the policy', basic, { ...form, policy: 'p', 'x-amz-signature': 's' }],
    ['ignored fields', basic, { ...form, 'x-ignore-this': 'x' }],
    [
      'any value',
      [...basic, ['starts-with', '$content-type', '']],
      { ...form, 'content-type': 'x' },
    ],
  ])('allows %s', (_, conditions, fields) => {
    expect(() => check(conditions, fields)).not.toThrow();
  });

  it.each<[string, unknown[], Record<string, string>]>([
    ['another bucket', basic, { ...form, bucket: 'c' }],
    ['a key elsewhere', basic, { ...form, key: 'other' }],
    ['a field that is not named', basic, { ...form, 'x-amz-meta-a': 'b' }],
    ['a field that lacks', [...basic, ['starts-with', '$x-amz-meta-a', 'b']], form],
    ['another value', [...basic, { acl: 'private' }], { ...form, acl: 'public-read' }],
  ])('refuses %s', (_, conditions, fields) => {
    expect(() => check(conditions, fields)).toThrow(
      expect.objectContaining({ code: 'AccessDenied' }),
    );
  });

  it('refuses everything when its time is over', () => {
    expect(() => check(basic, form, Date.parse(LATER))).toThrow(
      expect.objectContaining({ message: expect.stringContaining('Policy expired') }),
    );
  });
});
