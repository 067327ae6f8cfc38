import { choiceField, type SearchField, type SearchFields } from '#web/lib/router/search.ts';
import { METRIC_TABS } from './widget-layout.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The ranges that end now, in seconds. */
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

/** What the address of the dashboard holds. */
export interface DashboardSearch {
  readonly tab: (typeof TABS)[number];
  readonly range: Preset;
  /** Seconds since 1970; both or neither, and then instead of `range`. */
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

/** A range that somebody chose, or how many seconds until now. */
export type MetricRange =
  | { readonly start: number; readonly end: number }
  | { readonly last: number };

export function rangeOf({ range, start, end }: Omit<DashboardSearch, 'tab'>): MetricRange {
  if (start !== undefined && end !== undefined && start < end) return { start, end };
  return { last: PRESETS[range] };
}

/** From and until when, in seconds since 1970. */
export function endsOf(range: MetricRange, now: number): { start: number; end: number } {
  if ('start' in range) return range;
  const end = Math.floor(now / 1000);
  return { start: end - range.last, end };
}

/** The `step` of a call: the minutes of its range, at least 15. */
export function stepOf({ start, end }: { start?: number; end?: number }): number {
  if (start === undefined || end === undefined) return 15;
  return Math.max(15, Math.floor((end - start) / 60));
}

const MIN_REFRESH = 15;
const MAX_REFRESH = 300;
/** Points of a line; more than a card is wide is not seen. */
export const POINTS = 240;

/** Milliseconds until new values can be seen; false where the range does not move. */
export function refreshMs(range: MetricRange): number | false {
  if ('start' in range) return false;
  return 1000 * Math.min(MAX_REFRESH, Math.max(MIN_REFRESH, range.last / POINTS));
}
