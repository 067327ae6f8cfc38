import * as contract from '@stowage/contract/bucket-admin/lifecycle';
import type { LifecycleRule } from '@stowage/storage-client/s3';
import { revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { readTagPairs } from '../tag-pairs.ts';
import { toEndOfDay, toMidnight } from './end-of-day.ts';

/** A rule that does nothing yet. */
export function emptyRule(id: string): LifecycleRule {
  return {
    stored: '',
    id,
    enabled: true,
    prefix: '',
    tags: [],
    expiration: {},
    transition: {},
    noncurrentExpiration: {},
    noncurrentTransition: {},
  };
}

export function presentRule(rule: LifecycleRule): contract.LifecycleRule {
  const { expiration, transition, noncurrentExpiration, noncurrentTransition } = rule;
  return {
    id: rule.id,
    prefix: rule.prefix,
    status: rule.enabled ? 'Enabled' : 'Disabled',
    tags: rule.tags.map((tag) => ({ ...tag })),
    expiration: {
      ...when(expiration),
      ...present('delete_marker', expiration.deleteMarker),
      ...present('noncurrent_expiration_days', noncurrentExpiration.days),
      ...present('newer_noncurrent_expiration_versions', noncurrentExpiration.newerVersions),
    },
    transition: {
      ...when(transition),
      ...present('storage_class', transition.storageClass),
      ...present('noncurrent_transition_days', noncurrentTransition.days),
      ...present('noncurrent_storage_class', noncurrentTransition.storageClass),
    },
    ...present('storage_class', transition.storageClass ?? noncurrentTransition.storageClass),
    ...present('abort_incomplete_days', rule.abortIncompleteDays),
    ...present('size_greater_than', rule.sizeGreaterThan),
    ...present('size_less_than', rule.sizeLessThan),
    revision: revisionOf(rule.stored),
  };
}

interface Moment {
  readonly days?: number | undefined;
  readonly date?: string | undefined;
}

function when({ days, date }: Moment): { days?: number; date: string } {
  return { ...present('days', days), date: date ? toEndOfDay(date) : contract.NO_DATE };
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}

/**
 * Returns the rule with the input's changes. 0 and '' remove a part; setting days removes the date
 * and vice versa, since a rule has only one of them.
 * @throws ConsoleError InvalidInput with the field
 */
export function changeRule(rule: LifecycleRule, input: contract.LifecycleInput): LifecycleRule {
  const { prefix = rule.prefix, tags, disable } = input;
  return {
    ...rule,
    prefix,
    tags: tags === undefined ? rule.tags : readTagPairs(tags),
    enabled: disable === undefined ? rule.enabled : !disable,
    expiration: changeExpiration(rule, input),
    transition: changeTransition(rule, input),
    noncurrentExpiration: {
      days: named(input.noncurrentversion_expiration_days, rule.noncurrentExpiration.days),
      newerVersions: named(
        input.newer_noncurrentversion_expiration_versions,
        rule.noncurrentExpiration.newerVersions,
      ),
    },
    noncurrentTransition: changeNoncurrentTransition(rule, input),
  };
}

function changeExpiration(
  { expiration }: LifecycleRule,
  { expiry_days, expiry_date, expired_object_delete_marker }: contract.LifecycleInput,
): LifecycleRule['expiration'] {
  const moment = changeMoment(expiration, expiry_days, expiry_date, 'expiry_date');
  const deleteMarker = expired_object_delete_marker ?? expiration.deleteMarker;
  if (deleteMarker && (moment.days !== undefined || moment.date !== undefined)) {
    throw wrong(
      'expired_object_delete_marker',
      'Delete markers without versions are removed by a rule that expires nothing else.',
    );
  }
  return { ...moment, deleteMarker };
}

function changeTransition(
  { transition }: LifecycleRule,
  { transition_days, transition_date, storage_class }: contract.LifecycleInput,
): LifecycleRule['transition'] {
  const moment = changeMoment(transition, transition_days, transition_date, 'transition_date');
  const storageClass = named(storage_class, transition.storageClass);
  if (moment.days === undefined && moment.date === undefined) {
    // Removing a transition removes its storage class as well.
    if (storage_class && transition_days === undefined && transition_date === undefined) {
      throw wrong('transition_days', 'A transition needs a number of days or a date.');
    }
    return {};
  }
  if (storageClass === undefined) {
    throw wrong('storage_class', 'A transition needs a storage class.');
  }
  return { ...moment, storageClass };
}

function changeNoncurrentTransition(
  { noncurrentTransition }: LifecycleRule,
  input: contract.LifecycleInput,
): LifecycleRule['noncurrentTransition'] {
  const { noncurrentversion_transition_storage_class: wanted } = input;
  const days = named(input.noncurrentversion_transition_days, noncurrentTransition.days);
  const storageClass = named(wanted, noncurrentTransition.storageClass);
  if (days === undefined) return {};
  if (storageClass === undefined) {
    throw wrong(
      'noncurrentversion_transition_storage_class',
      'A transition needs a storage class.',
    );
  }
  return { days, storageClass };
}

function changeMoment(
  current: Moment,
  days: number | undefined,
  date: string | undefined,
  dateField: string,
): Moment {
  if (days && date) throw wrong(dateField, 'A rule has days or a date, not both.');
  if (days) return { days };
  if (date) return { date: toMidnight(date, dateField) };
  return {
    days: days === undefined ? current.days : undefined,
    date: date === undefined ? current.date : undefined,
  };
}

function named<Value extends string | number>(
  input: Value | undefined,
  current: Value | undefined,
): Value | undefined {
  return input === undefined ? current : input || undefined;
}

/** Whether the rule expires or moves anything. */
export function doesNothing({
  expiration,
  transition,
  noncurrentExpiration,
  noncurrentTransition,
}: LifecycleRule): boolean {
  const parts = [expiration, transition, noncurrentExpiration, noncurrentTransition];
  return parts.flatMap((part) => Object.values(part)).every((value) => !value);
}

function wrong(field: string, detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { field, detail });
}
