import type { getForecast } from '@stowage/contract/dashboard/usage';
import type { CallOutput } from '@stowage/contract/endpoint';
import type { TimeSeries } from '#web/ui/chart/chart-values.ts';

export type Forecast = CallOutput<typeof getForecast>;

/** The conclusion of a forecast. */
export type Outlook =
  /** The capacity is not known yet. */
  | 'none'
  /** The history is too short for a forecast. */
  | 'short'
  | 'full'
  /** Full between two dates. */
  | 'between'
  /** Full on a date at the earliest; may last more than two years. */
  | 'open'
  /** Will probably last; full on a date at the earliest. */
  | 'unlikely'
  /** Will last for two years or more, although usage grows. */
  | 'lasting'
  | 'steady';

/** Returns the conclusion of a forecast. */
export function outlookOf({ capacity, used, growth, fullAt, earliest, latest }: Forecast): Outlook {
  if (capacity <= 0) return 'none';
  if (used >= capacity) return 'full';
  if (growth === undefined) return 'short';
  if (fullAt !== undefined) return latest === undefined ? 'open' : 'between';
  if (earliest !== undefined) return 'unlikely';
  return growth.perDay > 0 ? 'lasting' : 'steady';
}

/** Names of the lines, in drawing order. */
export interface ForecastLabels {
  readonly used: string;
  readonly expected: string;
  readonly most: string;
  readonly least: string;
  readonly capacity: string;
}

/** Returns the history, the forecast with its bounds, and the capacity, on one time axis. */
export function forecastLines({ capacity, history, line }: Forecast, labels: ForecastLabels) {
  const was = new Map(history);
  const willBe = new Map(line.map((point) => [point.at, point]));
  const times = [...new Set([...was.keys(), ...willBe.keys()])].sort((a, b) => a - b);
  const pick = (of: 'used' | 'low' | 'high') => times.map((time) => willBe.get(time)?.[of] ?? null);
  const series: TimeSeries[] = [
    { label: labels.used, look: 'area', values: times.map((time) => was.get(time) ?? null) },
    { label: labels.capacity, look: 'limit', values: times.map(() => capacity) },
  ];
  if (line.length > 0) {
    series.push(
      { label: labels.expected, look: 'expected', values: pick('used') },
      { label: labels.most, look: 'edge', values: pick('high') },
      { label: labels.least, look: 'edge', values: pick('low') },
    );
  }
  return { times, series };
}
