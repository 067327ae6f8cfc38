import type { LifecycleInput, LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import {
  EMPTY_TAG_PAIRS,
  encodePairs,
  pairsFit,
  pairsOf,
  type TagPairs,
} from '#web/entities/tag-pairs/tag-pairs.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import type { FieldErrors } from '#web/ui/form/draft-form.ts';
import { lifecycleText } from '../en.ts';
import { dateOf } from './rule-date.ts';

export const RULE_TYPES = ['expiry', 'transition'] as const;
/** What a rule does with objects: delete them, or move them to a tier. */
export type RuleType = (typeof RULE_TYPES)[number];

export const WHENS = ['days', 'date', 'never'] as const;
/** What applies to current versions; 'never' leaves them alone. */
export type When = (typeof WHENS)[number];

export interface Moment {
  readonly when: When;
  /** Undefined if the field does not hold a number. */
  readonly days: number | undefined;
  /** Such as 2026-12-31; '' while incomplete. */
  readonly date: string;
}

/** A rule as entered. Numbers are undefined while their field is empty. */
export interface RuleDraft {
  readonly type: RuleType;
  readonly prefix: string;
  readonly tags: TagPairs;
  readonly enabled: boolean;
  readonly expiry: Moment;
  readonly deleteMarker: boolean;
  readonly oldVersionsExpiry: number | undefined;
  readonly newerVersions: number | undefined;
  readonly transition: Moment;
  readonly storageClass: string;
  readonly oldVersionsTransition: number | undefined;
  readonly oldVersionsClass: string;
}

const EMPTY_MOMENT: Moment = { when: 'days', days: undefined, date: '' };

export const NEW_RULE: RuleDraft = {
  type: 'expiry',
  prefix: '',
  tags: EMPTY_TAG_PAIRS,
  enabled: true,
  expiry: EMPTY_MOMENT,
  deleteMarker: false,
  oldVersionsExpiry: undefined,
  newerVersions: undefined,
  transition: EMPTY_MOMENT,
  storageClass: '',
  oldVersionsTransition: undefined,
  oldVersionsClass: '',
};

export const maxDays = 36_500;

/** Whether the days of a rule are a whole number of at least one. */
export function areDays(days: number | undefined): boolean {
  return days !== undefined && Number.isInteger(days) && days >= 1 && days <= maxDays;
}

/** Whether an optional number is empty or at least one. */
function isCountOrNone(count: number | undefined): boolean {
  return count === undefined || (Number.isSafeInteger(count) && count >= 1);
}

/** Whether a date is complete and valid. */
export function isDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

type ErrorWord =
  | 'daysError'
  | 'dateError'
  | 'newerError'
  | 'tierError'
  | 'tagsError'
  | 'nothingError';

/** The invalid fields, by path. */
type Errors = Readonly<Record<string, ErrorWord>>;

function momentErrors(path: RuleType, { when, days, date }: Moment): Errors {
  return {
    ...(when === 'days' && !areDays(days) && { [`${path}.days`]: 'daysError' as const }),
    ...(when === 'date' && !isDate(date) && { [`${path}.date`]: 'dateError' as const }),
  };
}

function expiryErrors({ expiry, oldVersionsExpiry: old, newerVersions: newer }: RuleDraft): Errors {
  return {
    ...momentErrors('expiry', expiry),
    ...(old !== undefined && !areDays(old) && { oldVersionsExpiry: 'daysError' as const }),
    ...(!isCountOrNone(newer) && { newerVersions: 'newerError' as const }),
  };
}

function transitionErrors(draft: RuleDraft): Errors {
  const { transition, storageClass, oldVersionsTransition: old, oldVersionsClass } = draft;
  const needsClass = transition.when !== 'never' && storageClass === '';
  return {
    ...momentErrors('transition', transition),
    ...(needsClass && { storageClass: 'tierError' as const }),
    ...(old !== undefined && !areDays(old) && { oldVersionsTransition: 'daysError' as const }),
    ...(old !== undefined && oldVersionsClass === '' && { oldVersionsClass: 'tierError' as const }),
  };
}

/** Whether a part of a draft has any effect. */
function acts(draft: RuleDraft, type: RuleType): boolean {
  if (type === 'transition') {
    return draft.transition.when !== 'never' || draft.oldVersionsTransition !== undefined;
  }
  const { expiry, oldVersionsExpiry, newerVersions, deleteMarker } = draft;
  const old = oldVersionsExpiry ?? newerVersions;
  return expiry.when !== 'never' || old !== undefined || deleteMarker;
}

/** Returns the parts of a stored rule; a rule created elsewhere may have both. */
function typesOf({ expiration, transition }: LifecycleRule): readonly RuleType[] {
  const values = {
    expiry: Object.values({ ...expiration, date: dateOf(expiration) }),
    transition: Object.values({ ...transition, date: dateOf(transition) }),
  };
  return RULE_TYPES.filter((type) =>
    values[type].some((value) => value !== undefined && value !== false),
  );
}

/**
 * Returns the parts of a draft that are sent: the one of its type, and those the rule already had.
 */
function partsOf(draft: RuleDraft, rule: LifecycleRule | undefined): readonly RuleType[] {
  const before = rule === undefined ? [] : typesOf(rule);
  return RULE_TYPES.filter((type) => type === draft.type || before.includes(type));
}

/** Returns the errors that prevent a new or changed rule from being sent, by field. */
export function ruleErrors(draft: RuleDraft, rule?: LifecycleRule): FieldErrors {
  const parts = partsOf(draft, rule);
  const active = parts.some((type) => acts(draft, type)) || rule?.abort_incomplete_days;
  const errors: Errors = {
    ...(!active && { [`${draft.type}.when`]: 'nothingError' as const }),
    ...(parts.includes('expiry') && expiryErrors(draft)),
    ...(parts.includes('transition') && transitionErrors(draft)),
    ...(!pairsFit(draft.tags) && { tags: 'tagsError' as const }),
  };
  const max = formatNumber(maxDays);
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [
      path,
      translate(lifecycleText, `fields.${error}`, { max }),
    ]),
  );
}

/** Returns the end of a day, when a rule takes effect. */
function endOfDay(date: string): string {
  return `${date}T23:59:59Z`;
}

/**
 * Delete markers are removed along with what expires, so the option is for rules that leave current
 * versions alone.
 */
export function canRemoveDeleteMarkers(draft: RuleDraft, rule?: LifecycleRule): boolean {
  return !partsOf(draft, rule).includes('expiry') || draft.expiry.when === 'never';
}

function expiryInput(draft: RuleDraft, editing: boolean): LifecycleInput {
  const { when, days = 0, date } = draft.expiry;
  const old = { noncurrentversion_expiration_days: draft.oldVersionsExpiry ?? 0 };
  const newer = { newer_noncurrentversion_expiration_versions: draft.newerVersions ?? 0 };
  return {
    ...(when === 'days' && { expiry_days: days }),
    ...(when === 'date' && { expiry_date: endOfDay(date) }),
    ...(when === 'never' && editing && { expiry_days: 0, expiry_date: '' }),
    ...((when === 'days' || editing || draft.oldVersionsExpiry !== undefined) && old),
    ...((editing || draft.newerVersions !== undefined) && newer),
  };
}

function transitionInput(draft: RuleDraft, editing: boolean): LifecycleInput {
  const { when, days = 0, date } = draft.transition;
  const old = draft.oldVersionsTransition;
  return {
    ...(when === 'days' && { transition_days: days }),
    ...(when === 'date' && { transition_date: endOfDay(date) }),
    ...(when === 'never' && editing && { transition_days: 0, transition_date: '' }),
    ...(when !== 'never' && { storage_class: draft.storageClass }),
    ...((when === 'days' || editing || old !== undefined) && {
      noncurrentversion_transition_days: old ?? 0,
      noncurrentversion_transition_storage_class: old === undefined ? '' : draft.oldVersionsClass,
    }),
  };
}

/**
 * Returns the request for a valid draft; a change includes all parts the rule has, with 0 and ''
 * for none.
 */
export function ruleInput(draft: RuleDraft, rule?: LifecycleRule): LifecycleInput {
  const editing = rule !== undefined;
  const parts = partsOf(draft, rule);
  return {
    prefix: draft.prefix,
    tags: encodePairs(draft.tags),
    expired_object_delete_marker: draft.deleteMarker && canRemoveDeleteMarkers(draft, rule),
    ...(editing && { disable: !draft.enabled }),
    ...(parts.includes('expiry') && expiryInput(draft, editing)),
    ...(parts.includes('transition') && transitionInput(draft, editing)),
  };
}

interface StoredMoment {
  readonly days?: number | undefined;
  readonly date?: string | undefined;
}

function momentOf(stored: StoredMoment, present: boolean): Moment {
  const { days } = stored;
  const date = dateOf(stored);
  if (date !== undefined) return { when: 'date', days: undefined, date: date.slice(0, 10) };
  return { when: days === undefined && present ? 'never' : 'days', days, date: '' };
}

/** Returns the draft of a stored rule. */
export function ruleDraft(rule: LifecycleRule): RuleDraft {
  const { expiration, transition } = rule;
  const types = typesOf(rule);
  return {
    type: types[0] ?? 'expiry',
    prefix: rule.prefix,
    tags: pairsOf(rule.tags),
    enabled: rule.status === 'Enabled',
    expiry: momentOf(expiration, types.includes('expiry') || types.length === 0),
    deleteMarker: expiration.delete_marker ?? false,
    oldVersionsExpiry: expiration.noncurrent_expiration_days,
    newerVersions: expiration.newer_noncurrent_expiration_versions,
    transition: momentOf(transition, types.includes('transition')),
    storageClass: transition.storage_class ?? '',
    oldVersionsTransition: transition.noncurrent_transition_days,
    oldVersionsClass: transition.noncurrent_storage_class ?? '',
  };
}
