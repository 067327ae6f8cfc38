import { describe, expect, it } from 'vitest';
import {
  evaluateLifecycle,
  type LifecycleSubject,
  predictExpiry,
  type Standing,
  transitionDue,
  uploadDue,
} from './evaluate.ts';
import type { LifecycleRule } from './rules.ts';

const WRITTEN = Date.parse('2020-05-21T13:42:50Z');
const DUE_AFTER_ONE_DAY = Date.parse('2020-05-23T00:00:00Z');
const MINUTE = 60_000;

const rule = (change: Partial<LifecycleRule> = {}): LifecycleRule => ({
  id: 'rule',
  enabled: true,
  filter: { prefix: '', tags: {} },
  ...change,
});
const object = (change: Partial<LifecycleSubject> = {}): LifecycleSubject => ({
  key: 'logs/a',
  size: 100,
  tags: {},
  modifiedAt: WRITTEN,
  isLatest: true,
  isDeleteMarker: false,
  ...change,
});
const standing = (change: Partial<Standing> = {}): Standing => ({
  succeededAt: WRITTEN,
  isOnly: false,
  newerKept: 0,
  ...change,
});
const marker = { isDeleteMarker: true, size: 0 };
const noncurrent = { isLatest: false };

function actionAt(
  now: number,
  of: LifecycleRule,
  version: Partial<LifecycleSubject> = {},
  stands: Partial<Standing> = {},
): string {
  return evaluateLifecycle([of], object(version), standing(stands), now)?.action ?? 'none';
}

describe('expiry by days', () => {
  it.each([
    [DUE_AFTER_ONE_DAY - MINUTE, 'none'],
    [DUE_AFTER_ONE_DAY + MINUTE, 'expire'],
  ])('waits for the midnight after: %i', (now, action) => {
    expect(actionAt(now, rule({ expirationDays: 1 }))).toBe(action);
  });
});

describe('a rule', () => {
  const late = DUE_AFTER_ONE_DAY + MINUTE;
  const days = { expirationDays: 1 };
  const filter = (change: Partial<LifecycleRule['filter']>) =>
    rule({ ...days, filter: { prefix: '', tags: {}, ...change } });

  it.each<[string, LifecycleRule, Partial<LifecycleSubject>, Partial<Standing>, string]>([
    ['that is disabled', rule({ ...days, enabled: false }), {}, {}, 'none'],
    ['for its prefix', filter({ prefix: 'logs/' }), {}, {}, 'expire'],
    ['for another prefix', filter({ prefix: 'log/' }), {}, {}, 'none'],
    ['for its tag', filter({ tags: { a: 'b' } }), { tags: { a: 'b', c: 'd' } }, {}, 'expire'],
    [
      'for another value of the tag',
      filter({ tags: { a: 'b' } }),
      { tags: { a: 'c' } },
      {},
      'none',
    ],
    ['for a tag named as a property', filter({ tags: { constructor: '' } }), {}, {}, 'none'],
    ['for larger sizes', filter({ sizeGreaterThan: 100 }), {}, {}, 'none'],
    ['for this size', filter({ sizeGreaterThan: 99, sizeLessThan: 101 }), {}, {}, 'expire'],
    ['for smaller sizes', filter({ sizeLessThan: 100 }), {}, {}, 'none'],
    ['of a past date', rule({ expirationDate: WRITTEN }), {}, {}, 'expire'],
    ['of a date to come', rule({ expirationDate: late + MINUTE }), {}, {}, 'none'],
    ['with all versions', rule({ ...days, allVersions: true }), {}, {}, 'remove-all'],
    ['of days, for noncurrent versions', rule(days), noncurrent, {}, 'none'],
    ['of days, for a marker over versions', rule(days), marker, {}, 'none'],
    ['of days, for a marker alone', rule(days), marker, { isOnly: true }, 'remove'],
    [
      'for markers that are alone',
      rule({ expiredDeleteMarkers: true }),
      { ...marker, modifiedAt: late - 1 },
      { isOnly: true },
      'remove',
    ],
    ['for markers, over versions', rule({ expiredDeleteMarkers: true }), marker, {}, 'none'],
    [
      'for markers, of no size filter',
      rule({
        expiredDeleteMarkers: true,
        filter: { prefix: '', tags: {}, sizeGreaterThan: 5 },
      }),
      marker,
      { isOnly: true },
      'remove',
    ],
    [
      'that says no to markers',
      rule({ expiredDeleteMarkers: false }),
      marker,
      { isOnly: true },
      'none',
    ],
    ['of marker days', rule({ deleteMarkerDays: 1 }), marker, {}, 'remove-all'],
    ['of marker days, for an object', rule({ deleteMarkerDays: 1 }), {}, {}, 'none'],
    ['of noncurrent days', rule({ noncurrent: { days: 1, keep: 0 } }), noncurrent, {}, 'remove'],
    [
      'of noncurrent days, too early',
      rule({ noncurrent: { days: 1, keep: 0 } }),
      noncurrent,
      { succeededAt: late - MINUTE },
      'none',
    ],
    [
      'of noncurrent days, for the latest',
      rule({ noncurrent: { days: 1, keep: 0 } }),
      {},
      {},
      'none',
    ],
    [
      'that keeps some',
      rule({ noncurrent: { days: 0, keep: 2 } }),
      noncurrent,
      { newerKept: 1 },
      'none',
    ],
    [
      'that keeps some, beyond them',
      rule({ noncurrent: { days: 0, keep: 2 } }),
      noncurrent,
      { newerKept: 2 },
      'remove',
    ],
    ['for uploads', rule({ abortUploadDays: 1 }), {}, {}, 'none'],
  ])('%s', (_, of, version, stands, action) => {
    expect(actionAt(late, of, version, stands)).toBe(action);
  });

  it('that was due first counts', () => {
    const rules = [
      rule({ id: 'later', expirationDays: 1 }),
      rule({ id: 'first', expirationDate: WRITTEN }),
    ];
    expect(evaluateLifecycle(rules, object(), standing(), late)?.rule.id).toBe('first');
  });
});

describe('predictExpiry', () => {
  it('tells the next of all moments to come', () => {
    const rules = [rule({ id: 'a', expirationDays: 30 }), rule({ id: 'b', expirationDays: 1 })];
    expect(predictExpiry(rules, object())).toMatchObject({
      due: DUE_AFTER_ONE_DAY,
      rule: { id: 'b' },
    });
    expect(predictExpiry([rule({ noncurrent: { days: 1, keep: 0 } })], object())).toBeUndefined();
  });
});

describe('uploadDue', () => {
  it.each([
    ['logs/a', DUE_AFTER_ONE_DAY + MINUTE, true],
    ['logs/a', DUE_AFTER_ONE_DAY - MINUTE, false],
    ['other', DUE_AFTER_ONE_DAY + MINUTE, false],
  ])('%s at %i', (key, now, due) => {
    const rules = [rule({ abortUploadDays: 1, filter: { prefix: 'logs/', tags: {} } })];
    expect(uploadDue(rules, { key, startedAt: WRITTEN }, now)).toBe(due);
  });
});

describe('a transition', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const base = { id: 'r', enabled: true, filter: { prefix: '', tags: {} } };
  const object = {
    key: 'k',
    size: 5,
    tags: {},
    modifiedAt: Date.UTC(2030, 0, 1, 12),
    isLatest: true,
    isDeleteMarker: false,
  };
  const old = { ...object, isLatest: false };
  const alone = { succeededAt: 0, isOnly: true, newerKept: 0 };
  const replaced = { succeededAt: object.modifiedAt, isOnly: false, newerKept: 1 };

  it.each([
    ['after days', { transition: { days: 1, tier: 'A' } }, object, alone, 3, 'A'],
    ['not before', { transition: { days: 1, tier: 'A' } }, object, alone, 1, undefined],
    ['at once', { transition: { days: 0, tier: 'A' } }, object, alone, 0.1, 'A'],
    ['at a date', { transition: { date: Date.UTC(2030, 0, 2), tier: 'A' } }, object, alone, 1, 'A'],
    ['not of old versions', { transition: { days: 0, tier: 'A' } }, old, replaced, 9, undefined],
    [
      'of old versions',
      { noncurrentTransition: { days: 1, keep: 0, tier: 'A' } },
      old,
      replaced,
      3,
      'A',
    ],
    [
      'not of those that are kept',
      { noncurrentTransition: { days: 1, keep: 2, tier: 'A' } },
      old,
      replaced,
      3,
      undefined,
    ],
    [
      'by no rule that is off',
      { enabled: false, transition: { days: 0, tier: 'A' } },
      object,
      alone,
      9,
      undefined,
    ],
  ] as const)('is due %s', (_, rule, version, standing, days, tier) => {
    const now = object.modifiedAt + days * DAY;
    expect(transitionDue([{ ...base, ...rule }], version, standing, now)).toBe(tier);
  });
});
