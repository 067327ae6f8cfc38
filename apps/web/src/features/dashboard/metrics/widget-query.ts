import { getMetricsSource, getWidget } from '@stowage/contract/dashboard/widgets';
import { queryOptions } from '@tanstack/react-query';
import { dashboardKey } from '#web/entities/dashboard/dashboard-query.ts';
import { call } from '#web/lib/api/call.ts';
import { endsOf, type MetricRange, POINTS, refreshMs, stepOf } from './metric-range.ts';

/**
 * A widget with its values over a range; lines have as many points as can be seen. What ends now is
 * read again while the page is looked at.
 */
export function widgetQuery(id: number, range: MetricRange, lines: boolean) {
  return queryOptions({
    queryKey: [...dashboardKey, 'widget', id, range, lines],
    queryFn: ({ signal }) => {
      const ends = endsOf(range, Date.now());
      const query = { ...ends, ...(lines ? { points: POINTS } : { step: stepOf(ends) }) };
      return call(getWidget, { params: { id }, query }, { signal });
    },
    refetchInterval: refreshMs(range),
    meta: { errors: 'screen' },
  });
}

/** Where the values come from, and whether they keep coming. */
export const sourceQuery = queryOptions({
  queryKey: [...dashboardKey, 'source'],
  queryFn: ({ signal }) => call(getMetricsSource, {}, { signal }),
  refetchInterval: 30_000,
  meta: { errors: 'screen' },
});
