import type { BucketGrowth } from '@stowage/contract/dashboard/usage';
import type { Series } from '@stowage/metrics/query';
import type { BucketUsage } from '@stowage/storage-client/admin';

/** The existing buckets with their history; those that grew most first, then by size. */
export function growthOf(
  usage: Readonly<Record<string, BucketUsage>>,
  series: readonly Series[],
): readonly BucketGrowth[] {
  const courses = new Map(series.map((one) => [one.labels.bucket, one]));
  return Object.entries(usage)
    .map(([bucket, { size, objects }]): BucketGrowth => {
      const { times = [], values = [] } = courses.get(bucket) ?? {};
      const [first, last] = [values[0], values.at(-1)];
      return {
        ...{ bucket, size, objects },
        growth: first === undefined || last === undefined ? 0 : last - first,
        values: times.map((time, index): [number, number] => [time, values[index] ?? 0]),
      };
    })
    .sort((a, b) => b.growth - a.growth || b.size - a.size || (a.bucket < b.bucket ? -1 : 1));
}
