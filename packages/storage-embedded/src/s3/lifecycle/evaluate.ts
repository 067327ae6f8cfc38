import type { StoredObject } from '../../engine/types.ts';
import type { LifecycleFilter, LifecycleRule, LifecycleRules } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The properties of a version that rules depend on. */
export type LifecycleSubject = Pick<
  StoredObject,
  'key' | 'size' | 'tags' | 'modifiedAt' | 'isLatest' | 'isDeleteMarker'
>;

/** The position of a version among the others of its key. */
export interface Standing {
  /** When the version became noncurrent: when the next newer one was written. */
  readonly succeededAt: number;
  /** Whether it is all that is left of the key. */
  readonly isOnly: boolean;
  /** Number of newer noncurrent versions that are kept. */
  readonly newerKept: number;
}

/**
 * - `expire`: the latest version, with a delete marker if the bucket is versioned
 * - `remove`: this version itself
 * - `remove-all`: every version of the key
 */
export type LifecycleAction = 'expire' | 'remove' | 'remove-all';

export interface LifecycleEvent {
  readonly action: LifecycleAction;
  readonly rule: LifecycleRule;
  /** Milliseconds since the epoch. */
  readonly due: number;
}

/**
 * Returns the action due on a version now; if several are due, the earliest.
 *
 * @param now milliseconds since the epoch
 */
export function evaluateLifecycle(
  rules: LifecycleRules,
  version: LifecycleSubject,
  standing: Standing,
  now: number,
): LifecycleEvent | undefined {
  let first: LifecycleEvent | undefined;
  for (const rule of rules) {
    if (appliesTo(rule, version)) {
      const event = eventOf(rule, version, standing);
      if (
        event !== undefined &&
        event.due < now &&
        (first === undefined || event.due < first.due)
      ) {
        first = event;
      }
    }
  }
  return first;
}

/** Returns when the latest version of an object will expire, and under which rule. */
export function predictExpiry(
  rules: LifecycleRules,
  object: LifecycleSubject,
): LifecycleEvent | undefined {
  const standing = { succeededAt: 0, isOnly: false, newerKept: 0 };
  return evaluateLifecycle(rules, object, standing, Number.POSITIVE_INFINITY);
}

/** Returns when an upload is to be aborted, and under which rule. */
export function uploadDue(
  rules: LifecycleRules,
  upload: { readonly key: string; readonly startedAt: number },
  now: number,
): boolean {
  return rules.some(
    ({ enabled, filter, abortUploadDays }) =>
      enabled &&
      abortUploadDays !== undefined &&
      upload.key.startsWith(filter.prefix) &&
      dueAfter(upload.startedAt, abortUploadDays) < now,
  );
}

/** Whether a rule applies to a version. A delete marker has neither size nor tags. */
export function appliesTo({ enabled, filter }: LifecycleRule, version: LifecycleSubject): boolean {
  return (
    enabled &&
    version.key.startsWith(filter.prefix) &&
    hasTags(version.tags, filter.tags) &&
    (version.isDeleteMarker || hasSize(version.size, filter))
  );
}

/**
 * Returns the tier that a content is due to be moved to; if several are due, the earliest.
 *
 * @param now milliseconds since the epoch
 */
export function transitionDue(
  rules: LifecycleRules,
  version: LifecycleSubject,
  standing: Standing,
  now: number,
): string | undefined {
  let first: { readonly due: number; readonly tier: string } | undefined;
  for (const rule of rules) {
    const move = appliesTo(rule, version) ? transitionOf(rule, version, standing) : undefined;
    if (move !== undefined && move.due < now && (first === undefined || move.due < first.due)) {
      first = move;
    }
  }
  return first?.tier;
}

function transitionOf(
  { transition, noncurrentTransition }: LifecycleRule,
  { isLatest, modifiedAt }: LifecycleSubject,
  { newerKept, succeededAt }: Standing,
): { readonly due: number; readonly tier: string } | undefined {
  if (!isLatest) {
    return noncurrentTransition === undefined || newerKept < noncurrentTransition.keep
      ? undefined
      : {
          due: dueAfter(succeededAt, noncurrentTransition.days),
          tier: noncurrentTransition.tier,
        };
  }
  if (transition === undefined) {
    return undefined;
  }
  const due = 'date' in transition ? transition.date : dueAfter(modifiedAt, transition.days);
  return { due, tier: transition.tier };
}

/** Like S3, rounds up to the following midnight (UTC); zero days are due immediately. */
export function dueAfter(moment: number, days: number): number {
  return days === 0 ? moment : Math.floor((moment + (days + 1) * DAY_MS) / DAY_MS) * DAY_MS;
}

function eventOf(
  rule: LifecycleRule,
  version: LifecycleSubject,
  standing: Standing,
): LifecycleEvent | undefined {
  if (!version.isLatest) {
    return noncurrentEvent(rule, standing);
  }
  return version.isDeleteMarker
    ? markerEvent(rule, version, standing)
    : currentEvent(rule, version);
}

function noncurrentEvent(rule: LifecycleRule, standing: Standing): LifecycleEvent | undefined {
  const { noncurrent } = rule;
  return noncurrent === undefined || standing.newerKept < noncurrent.keep
    ? undefined
    : { action: 'remove', rule, due: dueAfter(standing.succeededAt, noncurrent.days) };
}

function markerEvent(
  rule: LifecycleRule,
  { modifiedAt }: LifecycleSubject,
  { isOnly }: Standing,
): LifecycleEvent | undefined {
  if (isOnly && rule.expiredDeleteMarkers) {
    return { action: 'remove', rule, due: modifiedAt };
  }
  if (isOnly && rule.expirationDays !== undefined) {
    return { action: 'remove', rule, due: dueAfter(modifiedAt, rule.expirationDays) };
  }
  return rule.deleteMarkerDays === undefined
    ? undefined
    : { action: 'remove-all', rule, due: dueAfter(modifiedAt, rule.deleteMarkerDays) };
}

function currentEvent(
  rule: LifecycleRule,
  { modifiedAt }: LifecycleSubject,
): LifecycleEvent | undefined {
  if (rule.expirationDate !== undefined) {
    return { action: 'expire', rule, due: rule.expirationDate };
  }
  return rule.expirationDays === undefined
    ? undefined
    : {
        action: rule.allVersions ? 'remove-all' : 'expire',
        rule,
        due: dueAfter(modifiedAt, rule.expirationDays),
      };
}

function hasTags(tags: LifecycleSubject['tags'], wanted: LifecycleFilter['tags']): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(tags, name) && tags[name] === value,
  );
}

function hasSize(size: number, { sizeGreaterThan, sizeLessThan }: LifecycleFilter): boolean {
  return (
    (sizeGreaterThan === undefined || size > sizeGreaterThan) &&
    (sizeLessThan === undefined || size < sizeLessThan)
  );
}
