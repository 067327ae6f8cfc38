import type { StoredBucket } from '../engine/types.ts';
import { expandEventName } from './event-names.ts';
import { compileFilter, type KeyFilter } from './key-filter.ts';

/** Name of the settings document with a bucket's rules, as JSON of NotificationRule[]. */
export const NOTIFICATION_SETTING = 'notification';

/** Sends certain events of certain keys to a target. */
export interface NotificationRule extends KeyFilter {
  /** Chosen by the client; may be ''. */
  readonly id: string;
  /** In the client's spelling, such as s3:ObjectCreated:*. */
  readonly events: readonly string[];
  /** `name:kind` */
  readonly target: string;
}

interface CompiledRule {
  readonly target: string;
  readonly events: ReadonlySet<string>;
  readonly matches: (key: string) => boolean;
}

const EMPTY_RULES: readonly NotificationRule[] = [];
const EMPTY_TARGETS: readonly string[] = [];
/** Safe as a cache, because each change of a bucket creates a new object. */
const compiled = new WeakMap<StoredBucket, readonly CompiledRule[]>();

/** Whether a bucket has rules. Fast, as it is called for every change and read. */
export function hasRules({ settings }: StoredBucket): boolean {
  return settings[NOTIFICATION_SETTING] !== undefined;
}

/** Returns the rules of a bucket. */
export function notificationRules({ settings }: StoredBucket): readonly NotificationRule[] {
  const text = settings[NOTIFICATION_SETTING];
  return text === undefined ? EMPTY_RULES : JSON.parse(text);
}

/**
 * Returns the targets of an event, without duplicates.
 *
 * @param event without its 's3:'
 */
export function matchingTargets(
  bucket: StoredBucket,
  event: string,
  key: string,
): readonly string[] {
  if (!hasRules(bucket)) {
    return EMPTY_TARGETS;
  }
  const rules = compiledRules(bucket).filter((rule) => rule.events.has(event) && rule.matches(key));
  return [...new Set(rules.map(({ target }) => target))];
}

function compiledRules(bucket: StoredBucket): readonly CompiledRule[] {
  let rules = compiled.get(bucket);
  if (rules === undefined) {
    rules = notificationRules(bucket).map((rule) => ({
      target: rule.target,
      events: new Set(rule.events.flatMap((name) => expandEventName(name) ?? [])),
      matches: compileFilter(rule),
    }));
    compiled.set(bucket, rules);
  }
  return rules;
}
