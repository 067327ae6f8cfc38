import {
  getMetricsSource,
  getWidget,
  type Widget,
  type WidgetDetails,
} from '@stowage/contract/dashboard/widgets';
import { queryOptions } from '@tanstack/react-query';
import { dashboardKey } from '#web/entities/dashboard/dashboard-query.ts';
import { call } from '#web/lib/api/call.ts';
import { endsOf, type MetricRange, POINTS, refreshMs, stepOf } from './metric-range.ts';
import { askedBy, type MetricTab, ROWS } from './widget-layout.ts';

/** On first start values arrive within seconds, so they are polled more often at first. */
const FIRST_LOOKS = 15;
const FIRST_LOOK_MS = 3000;

const isEmpty = ({ targets }: WidgetDetails) => targets.every(({ result }) => result.length === 0);

/** Whether a widget is drawn as lines. */
export function isGraph(id: number, widgets: readonly Widget[]): boolean {
  return widgets.find((one) => one.id === id)?.type === 'graph';
}

/**
 * A widget with its values over a range; lines have as many points as are visible. Ranges ending at
 * the current time are refreshed while the page is visible.
 */
function widgetQuery(id: number, range: MetricRange, lines: boolean) {
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

/** Returns the queries of a widget's card. */
export function cardQueries(id: number, widgets: readonly Widget[], range: MetricRange) {
  return askedBy(id).map((one) => widgetQuery(one, range, isGraph(id, widgets)));
}

/** Returns the queries of a tab's cards, in order. */
export function tabQueries(tab: MetricTab, widgets: readonly Widget[], range: MetricRange) {
  return ROWS[tab].flat().flatMap((id) => cardQueries(id, widgets, range));
}

/** Where the values come from, and whether they are being collected. */
export const sourceQuery = queryOptions({
  queryKey: [...dashboardKey, 'source'],
  queryFn: ({ signal }) => call(getMetricsSource, {}, { signal }),
  // Metrics that are just starting are available soon.
  refetchInterval: ({ state }) => (state.data?.state === 'starting' ? 5_000 : 30_000),
  meta: { errors: 'screen' },
});
