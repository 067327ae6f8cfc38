/** Which values of a metric are asked for, and what is made of them. Plain data. */
export interface Query {
  /** As MinIO names the metric in its second version. */
  readonly metric: string;
  /** What servers of before 2024 call it. */
  readonly formerly?: string;
  /**
   * What is made of each series: its growth in a second, lately; or how long ago the time is that it
   * holds. The value itself without it.
   */
  readonly as?: 'rate' | 'age';
  /** What is made of all series together: one for each value of these labels, or one of all. */
  readonly total?: { readonly of: 'sum' | 'max'; readonly by: readonly string[] };
}

/** A range of time with points in it. All in seconds; the first and last point may be its ends. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  /** Its end is a point too, however far it is from the last step. */
  readonly withEnd?: boolean;
}

/** Values over time of a metric with certain labels. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** Answers queries: from the console's own history, or from a Prometheus. */
export interface QueryEngine {
  /**
   * The series that there are in the range, with values at its points as far as there are any.
   * @throws MetricSourceError
   */
  run(query: Query, range: Range, signal: AbortSignal): Promise<readonly Series[]>;
}

/** Why no metrics can be read. */
export type MetricProblem = 'denied' | 'unreachable' | 'invalid';

/** The source of metrics does not give any. */
export class MetricSourceError extends Error {
  readonly problem: MetricProblem;

  constructor(problem: MetricProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MetricSourceError';
    this.problem = problem;
  }
}

/** Rates are taken over so many seconds at least: of what is read every 15 or 60 seconds. */
const MIN_WINDOW = 240;
/** A value stands for the time after it for so long, as in Prometheus. */
export const LOOKBACK = 300;

/** Over how many seconds rates are taken: nothing that happened between two points is left out. */
export function windowOf({ step }: Range): number {
  return Math.max(MIN_WINDOW, step);
}

/** The points of a range: its start and every step after it, and its end where that is wanted. */
export function pointsOf({ start, end, step, withEnd = false }: Range): readonly number[] {
  const steps = Math.floor((end - start) / step);
  const points = Array.from({ length: steps + 1 }, (_, n) => start + n * step);
  return withEnd && start + steps * step < end ? [...points, end] : points;
}

/** Series with what is known of them from a time on in place of their own values. */
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
