import { type LifecycleInput, NO_DATE } from '@stowage/contract/bucket-admin/lifecycle';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '#web/entities/tag-pairs/tag-pairs.ts';
import { aLifecycleRule } from '../testing/a-lifecycle-rule.ts';
import {
  areDays,
  canRemoveDeleteMarkers,
  isDate,
  NEW_RULE,
  RULE_TYPES,
  type RuleDraft,
  ruleDraft,
  ruleErrors,
  ruleInput,
} from './rule-draft.ts';

const isRuleValid = (...args: Parameters<typeof ruleErrors>) =>
  Object.keys(ruleErrors(...args)).length === 0;
const byDays = (days: number | undefined) => ({ when: 'days', days, date: '' }) as const;
const byDate = (date: string) => ({ when: 'date', days: undefined, date }) as const;
const never = { when: 'never', days: undefined, date: '' } as const;

const draft = (parts: Partial<RuleDraft>): RuleDraft => ({ ...NEW_RULE, ...parts });
const moving = (parts: Partial<RuleDraft>) =>
  draft({ type: 'transition', storageClass: 'COLD', ...parts });

describe('a new lifecycle rule', () => {
  it('deletes or moves, by date or by days [LIFE-06]', () => {
    expect(RULE_TYPES).toEqual(['expiry', 'transition']);
    expect(isRuleValid(draft({ expiry: byDays(1) }))).toBe(true);
    expect(isRuleValid(draft({ expiry: byDate('2026-12-31') }))).toBe(true);
    expect(isRuleValid(moving({ transition: byDays(1) }))).toBe(true);
    expect(isRuleValid(moving({ transition: byDate('2026-12-31') }))).toBe(true);
  });

  it.each(['', '2026', '2026-12', '2026-02-30', '31.12.2026', '+002026-12-31'])(
    'cannot be saved with the date %j [LIFE-07]',
    (date) => {
      expect(isDate(date)).toBe(false);
      expect(isRuleValid(draft({ expiry: byDate(date) }))).toBe(false);
    },
  );

  it.each([
    [undefined, false],
    [0, false],
    [-1, false],
    [1.5, false],
    [1, true],
    [36_500, true],
    [36_501, false],
  ])('with %s days can be saved: %s [LIFE-08]', (days, valid) => {
    expect(areDays(days)).toBe(valid);
    expect(isRuleValid(draft({ expiry: byDays(days) }))).toBe(valid);
    expect(isRuleValid(moving({ transition: byDays(days) }))).toBe(valid);
  });

  it('that moves needs a storage class [LIFE-09]', () => {
    expect(isRuleValid(moving({ transition: byDays(1), storageClass: '' }))).toBe(false);
    expect(isRuleValid(moving({ transition: byDate('2026-12-31'), storageClass: '' }))).toBe(false);
  });

  it.each([
    [{}, false],
    [{ oldVersionsExpiry: 7 }, true],
    [{ oldVersionsExpiry: 0 }, false],
    [{ newerVersions: 3 }, true],
    [{ newerVersions: 0 }, false],
    [{ deleteMarker: true }, true],
  ])('for old versions only, with %j, can be saved: %s', (parts, valid) => {
    expect(isRuleValid(draft({ expiry: never, ...parts }))).toBe(valid);
  });

  it.each([
    [{}, false],
    [{ oldVersionsTransition: 7 }, false],
    [{ oldVersionsTransition: 7, oldVersionsClass: 'COLD' }, true],
  ])('that moves old versions only, with %j, can be saved: %s', (parts, valid) => {
    expect(isRuleValid(moving({ transition: never, storageClass: '', ...parts }))).toBe(valid);
  });
});

const always: LifecycleInput = { prefix: '', tags: '', expired_object_delete_marker: false };

describe('what is sent for a new rule', () => {
  it.each([
    [
      'by days [LIFE-15]',
      draft({ expiry: byDays(30) }),
      { expiry_days: 30, noncurrentversion_expiration_days: 0 },
    ],
    [
      'by days, with old versions [LIFE-15]',
      draft({ expiry: byDays(30), oldVersionsExpiry: 7 }),
      { expiry_days: 30, noncurrentversion_expiration_days: 7 },
    ],
    [
      'by date [LIFE-14] [LIFE-18]',
      draft({ expiry: byDate('2026-12-31') }),
      { expiry_date: '2026-12-31T23:59:59Z' },
    ],
    [
      'keeping newer versions',
      draft({ expiry: byDays(1), newerVersions: 3 }),
      {
        expiry_days: 1,
        noncurrentversion_expiration_days: 0,
        newer_noncurrentversion_expiration_versions: 3,
      },
    ],
    [
      'moving by date [LIFE-16] [LIFE-18]',
      moving({ transition: byDate('2026-12-31') }),
      { transition_date: '2026-12-31T23:59:59Z', storage_class: 'COLD' },
    ],
    [
      'moving by days [LIFE-17]',
      moving({ transition: byDays(10), oldVersionsTransition: 3, oldVersionsClass: 'ICE' }),
      {
        transition_days: 10,
        noncurrentversion_transition_days: 3,
        noncurrentversion_transition_storage_class: 'ICE',
        storage_class: 'COLD',
      },
    ],
    [
      'moving by days, without old versions [LIFE-17]',
      moving({ transition: byDays(10), oldVersionsClass: 'ICE' }),
      {
        transition_days: 10,
        noncurrentversion_transition_days: 0,
        noncurrentversion_transition_storage_class: '',
        storage_class: 'COLD',
      },
    ],
  ] as [string, RuleDraft, LifecycleInput][])('%s', (_, rule, input) => {
    expect(ruleInput(rule)).toEqual({ ...always, ...input });
  });

  it('always carries prefix, tags and the delete marker [LIFE-13]', () => {
    const rule = draft({
      prefix: 'logs/',
      tags: pairsOf([
        { key: 'a&b', value: '1' },
        { key: 'half', value: '' },
      ]),
      expiry: never,
      deleteMarker: true,
    });
    expect(ruleInput(rule)).toEqual({
      prefix: 'logs/',
      tags: 'a%26b=1',
      expired_object_delete_marker: true,
    });
  });

  it('has no delete marker beside days or a date, which remove it anyway', () => {
    for (const expiry of [byDays(1), byDate('2026-12-31')]) {
      const rule = draft({ expiry, deleteMarker: true });
      expect(canRemoveDeleteMarkers(rule)).toBe(false);
      expect(ruleInput(rule).expired_object_delete_marker).toBe(false);
    }
    const moved = moving({ transition: byDays(1), deleteMarker: true });
    expect(ruleInput(moved).expired_object_delete_marker).toBe(true);
  });
});

describe('a change of a rule', () => {
  const both = aLifecycleRule({
    expiration: { days: 30, noncurrent_expiration_days: 7 },
    transition: { date: '2026-12-31T23:59:59Z', storage_class: 'COLD' },
  });

  it('begins with what the rule does, and keeps it', () => {
    expect(ruleInput(ruleDraft(both), both)).toEqual({
      prefix: 'logs/',
      tags: 'keep=no',
      disable: false,
      expired_object_delete_marker: false,
      expiry_days: 30,
      noncurrentversion_expiration_days: 7,
      newer_noncurrentversion_expiration_versions: 0,
      transition_date: '2026-12-31T23:59:59Z',
      storage_class: 'COLD',
      noncurrentversion_transition_days: 0,
      noncurrentversion_transition_storage_class: '',
    });
  });

  it('takes a part away by 0 and nothing', () => {
    const change = { ...ruleDraft(both), expiry: never, oldVersionsExpiry: undefined };
    expect(isRuleValid(change, both)).toBe(true);
    expect(ruleInput(change, both)).toMatchObject({
      expiry_days: 0,
      expiry_date: '',
      noncurrentversion_expiration_days: 0,
      transition_date: '2026-12-31T23:59:59Z',
    });
  });

  it('cannot leave a rule that does nothing', () => {
    const rule = aLifecycleRule();
    const change = { ...ruleDraft(rule), expiry: never };
    expect(isRuleValid(change, rule)).toBe(false);
    expect(isRuleValid(change, { ...rule, abort_incomplete_days: 2 })).toBe(true);
  });

  it('leaves alone a part that the rule never had', () => {
    const rule = aLifecycleRule();
    expect(ruleInput(ruleDraft(rule), rule)).not.toHaveProperty('storage_class');
    expect(isRuleValid({ ...ruleDraft(rule), type: 'transition' }, rule)).toBe(false);
  });

  it('of a rule that only ends unfinished uploads can be made', () => {
    const rule = aLifecycleRule({ expiration: {}, abort_incomplete_days: 2 });
    expect(isRuleValid(ruleDraft(rule), rule)).toBe(true);
  });

  it('takes the date of a part without one for none', () => {
    const none = { date: NO_DATE };
    const rule = aLifecycleRule({ expiration: { days: 30, ...none }, transition: none });
    expect(ruleDraft(rule)).toMatchObject({ type: 'expiry', expiry: byDays(30) });
    expect(isRuleValid(ruleDraft(rule), rule)).toBe(true);
    expect(ruleInput(ruleDraft(rule), rule)).not.toHaveProperty('storage_class');
  });

  it('reads rules for old versions only', () => {
    const rule = aLifecycleRule({ expiration: { noncurrent_expiration_days: 7 } });
    expect(ruleDraft(rule)).toMatchObject({ type: 'expiry', expiry: never, oldVersionsExpiry: 7 });
    const moved = aLifecycleRule({
      expiration: {},
      transition: { noncurrent_transition_days: 3, noncurrent_storage_class: 'ICE' },
    });
    expect(ruleDraft(moved)).toMatchObject({
      type: 'transition',
      transition: never,
      oldVersionsTransition: 3,
      oldVersionsClass: 'ICE',
    });
  });
});
