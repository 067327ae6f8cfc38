import { describe, expect, it } from 'vitest';
import { compileCondition } from './conditions.ts';
import { PolicyError } from './document.ts';

type Case = readonly [
  operator: string,
  key: string,
  values: string[],
  actual: string[] | undefined,
  holds: boolean,
];

const like = 's3:prefix';
const ua = 'aws:UserAgent';
const days = 's3:object-lock-remaining-retention-days';
const until = 's3:object-lock-retain-until-date';

const CASES: readonly Case[] = [
  ['StringEquals', ua, ['a', 'b'], ['b'], true],
  ['StringEquals', ua, ['a'], ['A'], false],
  ['StringEquals', ua, ['a'], undefined, false],
  ['StringEquals', ua, ['a'], ['x', 'a'], true],
  ['StringNotEquals', ua, ['a'], ['b'], true],
  ['StringNotEquals', ua, ['a'], ['a'], false],
  ['StringNotEquals', ua, ['a'], undefined, true],
  ['StringEqualsIgnoreCase', ua, ['Ab'], ['aB'], true],
  ['StringNotEqualsIgnoreCase', ua, ['Ab'], ['aB'], false],
  ['StringLike', like, ['photos/*'], ['photos/2026'], true],
  ['StringLike', like, ['photos/?'], ['photos/'], false],
  ['StringLike', like, [''], [''], true],
  ['StringLike', like, ['*'], undefined, false],
  ['StringNotLike', like, ['photos/*'], ['music/'], true],
  ['StringNotLike', like, ['photos/*'], undefined, true],
  ['BinaryEquals', ua, ['aGVsbG8='], ['hello'], true],
  ['BinaryEquals', ua, ['aGVsbG8='], ['aGVsbG8='], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8', '::1'], ['10.9.9.9'], true],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['11.0.0.1'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['unknown'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], undefined, false],
  ['NotIpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['11.0.0.1'], true],
  ['NotIpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.0.0.1'], false],
  ['Bool', 'aws:SecureTransport', ['true'], ['true'], true],
  ['Bool', 'aws:SecureTransport', ['True'], ['false'], false],
  ['Bool', 'aws:SecureTransport', ['true'], undefined, false],
  ['Null', ua, ['true'], undefined, true],
  ['Null', ua, ['true'], ['a'], false],
  ['Null', ua, ['false'], ['a'], true],
  ['NumericEquals', days, ['5'], ['5'], true],
  ['NumericEquals', days, ['5'], ['5x'], false],
  ['NumericNotEquals', days, ['5'], ['6'], true],
  ['NumericNotEquals', days, ['5'], undefined, false],
  ['NumericLessThan', days, ['5'], ['4'], true],
  ['NumericLessThan', days, ['5'], ['5'], false],
  ['NumericLessThanEquals', days, ['5'], ['5'], true],
  ['NumericGreaterThan', days, ['5'], ['6'], true],
  ['NumericGreaterThan', days, ['5'], ['5'], false],
  ['NumericGreaterThanEquals', days, ['5'], ['5'], true],
  ['NumericGreaterThanIfExists', days, ['5'], undefined, true],
  ['NumericGreaterThanIfExists', days, ['5'], ['4'], false],
  ['DateEquals', until, ['2026-01-01T00:00:00Z'], ['2026-01-01T01:00:00+01:00'], true],
  ['DateNotEquals', until, ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], true],
  ['DateLessThan', until, ['2026-01-01T00:00:00Z'], ['2025-12-31T23:59:59Z'], true],
  ['DateLessThanEquals', until, ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:00Z'], true],
  ['DateGreaterThan', until, ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:00Z'], false],
  ['DateGreaterThanEquals', until, ['2026-01-01T00:00:00Z'], ['2027-01-01T00:00:00Z'], true],
  ['DateGreaterThan', until, ['2026-01-01T00:00:00Z'], undefined, false],
  ['StringEqualsIfExists', ua, ['a'], undefined, true],
  ['StringEqualsIfExists', ua, ['a'], ['b'], false],
  ['ForAnyValue:StringEquals', 's3:RequestObjectTagKeys', ['a', 'b'], ['x', 'a'], true],
  ['ForAnyValue:StringEquals', 's3:RequestObjectTagKeys', ['a'], undefined, false],
  ['ForAllValues:StringEquals', 's3:RequestObjectTagKeys', ['a', 'b'], ['a'], true],
  ['ForAllValues:StringEquals', 's3:RequestObjectTagKeys', ['a', 'b'], ['a', 'x'], false],
  ['ForAllValues:StringEquals', 's3:RequestObjectTagKeys', ['a'], undefined, true],
  ['ForAllValues:StringLike', 's3:RequestObjectTagKeys', ['a*'], ['ab', 'ac'], true],
  ['ForAllValues:StringLike', 's3:RequestObjectTagKeys', ['a*'], ['ab', 'x'], false],
  ['ForAllValues:StringNotEquals', 's3:RequestObjectTagKeys', ['a'], ['x', 'a'], true],
  ['StringEquals', 's3:ExistingObjectTag/project', ['x'], ['x'], true],
];

describe('conditions', () => {
  it.each(CASES)('%s of %s %j with %j: %s', (operator, key, values, actual, holds) => {
    const condition = compileCondition(operator, key, values, 'Condition');
    const name = key.slice(key.indexOf(':') + 1);
    expect(condition.holds(actual === undefined ? {} : { [name]: actual })).toBe(holds);
  });

  it('find the value whatever the case of its name', () => {
    const condition = compileCondition('StringEquals', 'aws:userid', ['u'], 'Condition');
    expect(condition.holds({ UserId: ['u'] })).toBe(true);
  });

  it.each([
    ['Equals', ua, ['a'], 'unsupported-operator'],
    ['ForNoValue:StringEquals', ua, ['a'], 'unsupported-operator'],
    ['ForAnyValue:X:StringEquals', ua, ['a'], 'unsupported-operator'],
    ['NullIfExists', ua, ['true'], 'unsupported-operator'],
    ['constructor', ua, ['a'], 'unsupported-operator'],
    ['StringEquals', 'aws:nothing', ['a'], 'unsupported-key'],
    ['Bool', ua, ['true'], 'unsupported-key'],
    ['Bool', 'aws:SecureTransport', ['maybe'], 'invalid-value'],
    ['Null', ua, ['true', 'false'], 'invalid-value'],
    ['NumericEquals', days, ['1.5'], 'invalid-value'],
    ['NumericEquals', days, ['1', '2'], 'invalid-value'],
    ['DateEquals', until, ['yesterday'], 'invalid-value'],
    ['IpAddress', 'aws:SourceIp', ['10.0.0.0/99'], 'invalid-value'],
    ['IpAddress', ua, ['10.0.0.0/8'], 'unsupported-key'],
    ['BinaryEquals', ua, ['not base64'], 'invalid-value'],
    ['StringEquals', 's3:x-amz-metadata-directive', ['MOVE'], 'invalid-value'],
    ['StringEquals', 's3:x-amz-copy-source', ['bucket'], 'invalid-value'],
    ['StringEquals', 's3:x-amz-content-sha256', [''], 'invalid-value'],
  ])('refuse %s of %s with %j: %s', (operator, key, values, problem) => {
    expect(() => compileCondition(operator, key, values, 'Condition')).toThrow(
      expect.objectContaining({ name: PolicyError.name, problem, field: 'Condition' }),
    );
  });
});
