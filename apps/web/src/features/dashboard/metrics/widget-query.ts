import {
  getMetricsSource,
  getWidget,
  type WidgetDetails,
} from '@stowage/contract/dashboard/widgets';
import { queryOptions } from '@tanstack/react-query';
import { dashboardKey } from '#web/entities/dashboard/dashboard-query.ts';
import { call } from '#web/lib/api/call.ts';
import { endsOf, type MetricRange, POINTS, refreshMs, stepOf } from './metric-range.ts';

/** On a first start values come within seconds: so often it is looked for them soon. */
const FIRST_LOOKS = 15;
const FIRST_LOOK_MS = 3000;

const isEmpty = ({ targets }: WidgetDetails) => targets.every(({ result }) => result.length === 0);

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
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      'last' in range && data !== undefined && isEmpty(data) && dataUpdateCount < FIRST_LOOKS
        ? FIRST_LOOK_MS
        : refreshMs(range),
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
