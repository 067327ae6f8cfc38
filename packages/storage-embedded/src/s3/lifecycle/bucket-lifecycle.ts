import { parseXml } from '@stowage/storage-wire/xml';
import type { StoredBucket } from '../../engine/types.ts';
import { type LifecycleSubject, predictExpiry } from './evaluate.ts';
import { parseLifecycle } from './parse.ts';
import type { LifecycleRules } from './rules.ts';

/** Name of the settings document that holds a bucket's lifecycle. */
export const LIFECYCLE_SETTING = 'lifecycle';

/** The settings document, stored as JSON. */
export interface StoredLifecycle {
  /** The LifecycleConfiguration. */
  readonly xml: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

const EMPTY_RULES: LifecycleRules = [];
/** A bucket object is replaced whenever the bucket changes, so it can serve as the cache key. */
const parsed = new WeakMap<StoredBucket, LifecycleRules>();

/** Returns the lifecycle document of a bucket; undefined if it has none. */
export function storedLifecycle({ settings }: StoredBucket): StoredLifecycle | undefined {
  const text = settings[LIFECYCLE_SETTING];
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the lifecycle rules of a bucket, cached after parsing. */
export function lifecycleRules(bucket: StoredBucket): LifecycleRules {
  const known = parsed.get(bucket);
  if (known !== undefined) {
    return known;
  }
  const stored = storedLifecycle(bucket);
  const rules =
    stored === undefined ? EMPTY_RULES : parseLifecycle(parseXml(stored.xml), bucket.objectLock);
  parsed.set(bucket, rules);
  return rules;
}

/** Adds x-amz-expiration if a rule will expire the object. */
export function addExpiration(
  headers: string[],
  bucket: StoredBucket,
  object: LifecycleSubject,
): void {
  const rules = lifecycleRules(bucket);
  const event = rules.length > 0 && object.isLatest ? predictExpiry(rules, object) : undefined;
  if (event !== undefined) {
    const date = new Date(event.due).toUTCString();
    const rule = encodeURIComponent(event.rule.id.toWellFormed());
    headers.push('x-amz-expiration', `expiry-date="${date}", rule-id="${rule}"`);
  }
}
