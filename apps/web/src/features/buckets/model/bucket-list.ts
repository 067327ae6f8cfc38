import type { Bucket } from '@stowage/contract/buckets';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

export const BUCKET_ORDERS = ['name', 'newest', 'largest', 'most-objects'] as const;
export type BucketOrder = (typeof BUCKET_ORDERS)[number];

/** The parameters in the list's address; sorted by name unless it specifies a known order. */
export const bucketsSearch: SearchFields<{ filter: string; sort: BucketOrder }> = {
  filter: textField,
  sort: choiceField(BUCKET_ORDERS),
};

const byName = (a: Bucket, b: Bucket) => (a.name < b.name ? -1 : 1);

const comparisons: Readonly<Record<BucketOrder, (a: Bucket, b: Bucket) => number>> = {
  name: byName,
  newest: (a, b) => Date.parse(b.creation_date) - Date.parse(a.creation_date),
  largest: (a, b) => (b.size ?? -1) - (a.size ?? -1),
  'most-objects': (a, b) => (b.objects ?? -1) - (a.objects ?? -1),
};

/** Returns the buckets sorted; ties are sorted by name. */
export function orderedBuckets(buckets: readonly Bucket[], order: BucketOrder): readonly Bucket[] {
  const compare = comparisons[order];
  return buckets.toSorted((a, b) => compare(a, b) || byName(a, b));
}

/** Returns the buckets whose name contains the text, case-insensitively. */
export function matchingBuckets(buckets: readonly Bucket[], filter: string): readonly Bucket[] {
  const wanted = filter.trim().toLowerCase();
  return wanted === ''
    ? buckets
    : buckets.filter((bucket) => bucket.name.toLowerCase().includes(wanted));
}

export interface Totals {
  readonly bytes: number;
  readonly objects: number;
}

/**
 * Returns the total size and number of objects of all buckets; undefined while no bucket's usage is
 * known.
 */
export function totals(buckets: readonly Bucket[]): Totals | undefined {
  const measured = buckets.filter((bucket) => bucket.size !== undefined);
  if (measured.length === 0) return undefined;
  return {
    bytes: measured.reduce((sum, bucket) => sum + (bucket.size ?? 0), 0),
    objects: measured.reduce((sum, bucket) => sum + (bucket.objects ?? 0), 0),
  };
}
