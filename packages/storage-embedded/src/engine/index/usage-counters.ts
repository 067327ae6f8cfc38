import { parseAttributes } from '../changes/stored-object.ts';
import type { BucketUsage } from '../types.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const CLASS_LIMITS = [KIB, MIB, 10 * MIB, 64 * MIB, 128 * MIB, 512 * MIB] as const;

/** Running totals of a bucket's versions. */
export interface UsageCounters {
  size: number;
  objects: number;
  versions: number;
  deleteMarkers: number;
  histogram: number[];
  /** By tier name. Absent in counters written by an earlier version. */
  tiers?: Record<string, TierCounters>;
}

interface TierCounters {
  size: number;
  versions: number;
  objects: number;
}

type CountedRow = { readonly size: number; readonly attributes: string };

export function emptyCounters(): UsageCounters {
  return { size: 0, objects: 0, versions: 0, deleteMarkers: 0, histogram: [0, 0, 0, 0, 0, 0, 0] };
}

/** Returns a copy that shares nothing with the original. */
export function copyCounters(counters: UsageCounters): UsageCounters {
  const { histogram, tiers } = counters;
  const copies = Object.entries(tiers ?? {}).map(([name, tier]) => [name, { ...tier }] as const);
  return {
    ...counters,
    histogram: [...histogram],
    ...(tiers && { tiers: Object.fromEntries(copies) }),
  };
}

function sizeClass(size: number): number {
  const index = CLASS_LIMITS.findIndex((limit) => size < limit);
  return index < 0 ? CLASS_LIMITS.length : index;
}

/** Counts a version or delete marker that was added (`sign` 1) or removed (-1). */
export function countVersion(
  counters: UsageCounters,
  row: CountedRow & { readonly marker: number },
  sign: 1 | -1,
): void {
  if (row.marker) {
    counters.deleteMarkers += sign;
  } else {
    counters.versions += sign;
    counters.size += sign * row.size;
    const tier = tierCounters(counters, row);
    if (tier) {
      tier.versions += sign;
      tier.size += sign * row.size;
    }
  }
}

/** Counts an object that became visible (`sign` 1) or stopped being visible (-1). */
export function countVisible(counters: UsageCounters, row: CountedRow, sign: 1 | -1): void {
  const index = sizeClass(row.size);
  counters.objects += sign;
  counters.histogram[index] = (counters.histogram[index] ?? 0) + sign;
  const tier = tierCounters(counters, row);
  if (tier) {
    tier.objects += sign;
  }
}

/** Returns the counters of the tier that holds the row's content. Avoids parsing most rows. */
function tierCounters(
  counters: UsageCounters,
  { attributes }: CountedRow,
): TierCounters | undefined {
  const tier = attributes.includes('"tiering"')
    ? parseAttributes(attributes).tiering?.tier
    : undefined;
  if (tier === undefined) {
    return undefined;
  }
  counters.tiers ??= {};
  counters.tiers[tier] ??= { size: 0, versions: 0, objects: 0 };
  return counters.tiers[tier];
}

/** Returns a copy of the counters of a bucket, for callers. */
export function usageOf(bucket: string, { tiers = {}, ...counters }: UsageCounters): BucketUsage {
  const held = Object.entries(tiers).map(([tier, sums]) => [tier, { ...sums }] as const);
  return {
    ...counters,
    bucket,
    histogram: [...counters.histogram],
    tiers: Object.fromEntries(held),
  };
}
