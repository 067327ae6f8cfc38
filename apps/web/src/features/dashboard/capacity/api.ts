import { getBucketGrowth, getForecast, getHistograms } from '@stowage/contract/dashboard/usage';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboardKey } from '#web/entities/dashboard/dashboard-query.ts';
import { call } from '#web/lib/api/call.ts';

/** Usage is counted every few minutes. */
const USAGE_MS = 60_000;
/** Points per bucket line. */
const POINTS = 120;

/** When the space will be full, based on the growth of recent weeks. */
export function forecastQuery(weeks: number) {
  return queryOptions({
    queryKey: [...dashboardKey, 'forecast', weeks],
    queryFn: ({ signal }) => call(getForecast, { query: { weeks } }, { signal }),
    refetchInterval: USAGE_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'screen' },
  });
}

/** The usage of the fastest-growing buckets over this many seconds up to the current time. */
export function bucketGrowthQuery(seconds: number, limit: number) {
  return queryOptions({
    queryKey: [...dashboardKey, 'bucketGrowth', seconds, limit],
    queryFn: ({ signal }) => {
      const end = Math.floor(Date.now() / 1000);
      const query = { start: end - seconds, end, limit, points: POINTS };
      return call(getBucketGrowth, { query }, { signal });
    },
    refetchInterval: USAGE_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'screen' },
  });
}

/** Number of objects by size and by number of versions; '' for all buckets. */
export function histogramsQuery(bucket: string) {
  return queryOptions({
    queryKey: [...dashboardKey, 'histograms', bucket],
    queryFn: ({ signal }) =>
      call(getHistograms, { query: bucket === '' ? {} : { bucket } }, { signal }),
    refetchInterval: USAGE_MS,
    placeholderData: keepPreviousData,
    meta: { errors: 'screen' },
  });
}
