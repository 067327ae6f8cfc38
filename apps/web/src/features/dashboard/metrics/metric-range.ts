import { choiceField, type SearchField, type SearchFields } from '#web/lib/router/search.ts';
import { METRIC_TABS } from './widget-layout.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The ranges ending at the current time, in seconds. */
export const PRESETS = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '90d': 90 * DAY,
} as const;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = ['1h', '6h', '24h', '7d', '30d', '90d'] as const;

const secondField: SearchField<number | undefined> = {
  parse: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined),
  format: (value) => (value === undefined ? '' : String(value)),
};

/** The parameters of the dashboard's address. */
export interface DashboardSearch {
  readonly tab: (typeof TABS)[number];
  readonly range: Preset;
  /** Seconds since 1970; both or neither; if set, they replace `range`. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

export const TABS = [...METRIC_TABS, 'capacity', 'status'] as const;

export const dashboardSearch: SearchFields<DashboardSearch> = {
  tab: choiceField(TABS),
  range: choiceField(PRESET_NAMES),
  start: secondField,
  end: secondField,
};

/** A fixed range, or the number of seconds up to the current time. */
export type MetricRange =
  | { readonly start: number; readonly end: number }
  | { readonly last: number };

export function rangeOf({ range, start, end }: Omit<DashboardSearch, 'tab'>): MetricRange {
  if (start !== undefined && end !== undefined && start < end) return { start, end };
  return { last: PRESETS[range] };
}

/** Returns start and end, in seconds since 1970. */
export function endsOf(range: MetricRange, now: number): { start: number; end: number } {
  if ('start' in range) return range;
  const end = Math.floor(now / 1000);
  return { start: end - range.last, end };
}

/** Returns the `step` of a request: the number of minutes in its range, at least 15. */
export function stepOf({ start, end }: { start?: number; end?: number }): number {
  if (start === undefined || end === undefined) return 15;
  return Math.max(15, Math.floor((end - start) / 60));
}

const MIN_REFRESH = 15;
const MAX_REFRESH = 300;
/** Points per line; more than a card's width would not be visible. */
export const POINTS = 240;

/** Returns the refresh interval in milliseconds; false for a fixed range. */
export function refreshMs(range: MetricRange): number | false {
  if ('start' in range) return false;
  return 1000 * Math.min(MAX_REFRESH, Math.max(MIN_REFRESH, range.last / POINTS));
}
