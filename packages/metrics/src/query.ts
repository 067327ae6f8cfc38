/** Selects a metric and how its values are processed. Plain data. */
export interface Query {
  /** The name in version 2 of MinIO's metrics. */
  readonly metric: string;
  /** The name on servers from before 2024. */
  readonly formerly?: string;
  /**
   * How each series is processed: the recent growth per second, or the age of the timestamp in the
   * value. The value itself if absent.
   */
  readonly as?: 'rate' | 'age';
  /** How the series are aggregated: into one per value of these labels, or into a single one. */
  readonly total?: { readonly of: 'sum' | 'max'; readonly by: readonly string[] };
}

/** A time range and its points, in seconds; the first and last point may be its ends. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  /** Whether the end is a point too, regardless of the step. */
  readonly withEnd?: boolean;
}

/** Values of a metric with certain labels over time. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** Answers queries from the console's own history or from a Prometheus. */
export interface QueryEngine {
  /**
   * Returns the series that exist in the range, with the available values at its points.
   * @throws MetricSourceError
   */
  run(query: Query, range: Range, signal: AbortSignal): Promise<readonly Series[]>;
}

/** Why metrics cannot be read. */
export type MetricProblem = 'denied' | 'unreachable' | 'invalid';

/** The metrics source failed to deliver. */
export class MetricSourceError extends Error {
  readonly problem: MetricProblem;

  constructor(problem: MetricProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MetricSourceError';
    this.problem = problem;
  }
}

/** The minimum window of a rate in seconds, for values sampled every 15 or 60 seconds. */
const MIN_WINDOW = 240;
/** How long a value stays valid, in seconds, as in Prometheus. */
export const LOOKBACK = 300;

/** Returns the window of a rate in seconds, long enough to leave no gaps between points. */
export function windowOf({ step }: Range): number {
  return Math.max(MIN_WINDOW, step);
}

/** Returns the points of a range: its start, every step after it, and its end if requested. */
export function pointsOf({ start, end, step, withEnd = false }: Range): readonly number[] {
  const steps = Math.floor((end - start) / step);
  const points = Array.from({ length: steps + 1 }, (_, n) => start + n * step);
  return withEnd && start + steps * step < end ? [...points, end] : points;
}

/** Replaces the end of each series by later values, from the time where those start. */
export function joined(series: readonly Series[], later: readonly Series[]): readonly Series[] {
  const rest = new Map(later.map((one) => [labelKey(one), one]));
  const longer = series.map((one) => {
    const { times = [], values = [] } = rest.get(labelKey(one)) ?? {};
    rest.delete(labelKey(one));
    const kept = one.times.filter((time) => time < (times[0] ?? Number.POSITIVE_INFINITY));
    return {
      labels: one.labels,
      times: [...kept, ...times],
      values: [...one.values.slice(0, kept.length), ...values],
    };
  });
  return [...longer, ...rest.values()];
}

function labelKey({ labels }: Series): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
