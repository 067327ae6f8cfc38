import type { BucketGrowth } from '@stowage/contract/dashboard/usage';
import { visibleName } from '#web/lib/names/visible-name.ts';
import type { TimeSeries } from '#web/ui/chart/chart-values.ts';

/** Number of buckets drawn, which is the number of colours. */
const DRAWN = 6;

/** Returns the usage of the first buckets on one time axis; those without history are left out. */
export function growthLines(buckets: readonly BucketGrowth[]) {
  const drawn = buckets.filter(({ values }) => values.length > 0).slice(0, DRAWN);
  const all = drawn.flatMap(({ values }) => values.map(([time]) => time));
  const times = [...new Set(all)].sort((a, b) => a - b);
  const series: TimeSeries[] = drawn.map(({ bucket, values }) => {
    const sizes = new Map(values);
    return { label: visibleName(bucket), values: times.map((time) => sizes.get(time) ?? null) };
  });
  return { times, series };
}
