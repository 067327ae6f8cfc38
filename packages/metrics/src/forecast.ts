/**
 * When the capacity is exhausted, with the uncertainty. Times in seconds since 1970, sizes in
 * bytes.
 */
export interface Forecast {
  /** Growth per day; `low` and `high` are the 95 % interval. Absent without enough history. */
  readonly growth?: { readonly perDay: number; readonly low: number; readonly high: number };
  readonly line: readonly {
    readonly at: number;
    readonly used: number;
    readonly low: number;
    readonly high: number;
  }[];
  readonly fullAt?: number;
  readonly earliest?: number;
  readonly latest?: number;
}

const DAY = 86_400;
/** A shorter history has no predictive value. */
const MIN_HISTORY = 2 * DAY;
const MIN_POINTS = 8;
const HORIZON = 730 * DAY;
const LINE_POINTS = 60;
/** The 95 % quantile of the normal distribution (two-sided). */
const SURE = 1.96;

/**
 * Extrapolates past growth as a straight line. Values within a day are not independent, so the
 * uncertainty is computed from days.
 *
 * @param history times and used bytes, ascending
 * @param capacity usable bytes in total
 */
export function forecast(
  history: readonly (readonly [at: number, used: number])[],
  capacity: number,
): Forecast {
  const [first, last] = [history[0], history.at(-1)];
  const days = dailyMeans(history);
  if (!first || !last || last[0] - first[0] < MIN_HISTORY || history.length < MIN_POINTS) {
    return { line: [] };
  }
  const { slope, error } = fit(days);
  const [low, high] = [slope - SURE * error, slope + SURE * error];
  const [now, used] = last;
  const full = (perSecond: number) => {
    const left = (capacity - used) / perSecond;
    if (used >= capacity) return now;
    return perSecond > 0 && left <= HORIZON ? Math.round(now + left) : undefined;
  };
  const [fullAt, earliest, latest] = [full(slope), full(high), full(low)];
  return {
    growth: { perDay: slope * DAY, low: low * DAY, high: high * DAY },
    line: lineTo(Math.min(latest ?? Number.POSITIVE_INFINITY, now + HORIZON), {
      now,
      used,
      capacity,
      slope,
      low,
      high,
    }),
    ...(fullAt !== undefined && { fullAt }),
    ...(earliest !== undefined && { earliest }),
    ...(latest !== undefined && { latest }),
  };
}

function lineTo(
  end: number,
  of: { now: number; used: number; capacity: number; slope: number; low: number; high: number },
): Forecast['line'] {
  const within = (value: number) => Math.min(of.capacity, Math.max(0, value));
  return Array.from({ length: LINE_POINTS + 1 }, (_, index) => {
    const after = ((end - of.now) * index) / LINE_POINTS;
    return {
      at: Math.round(of.now + after),
      used: within(of.used + of.slope * after),
      low: within(of.used + of.low * after),
      high: within(of.used + of.high * after),
    };
  });
}

function dailyMeans(history: readonly (readonly [number, number])[]): [number, number][] {
  const days = Map.groupBy(history, ([at]) => Math.floor(at / DAY));
  return [...days.values()].map((points) => [
    mean(points.map(([at]) => at)),
    mean(points.map(([, used]) => used)),
  ]);
}

/** Fits a least-squares line; returns its slope and the standard error of the slope. */
function fit(points: readonly (readonly [number, number])[]): { slope: number; error: number } {
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, used]) => used))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = points.reduce((sum, [at, used]) => sum + (at - x) * (used - y), 0) / spread;
  const rest = points.reduce((sum, [at, used]) => sum + (used - y - slope * (at - x)) ** 2, 0);
  const freedom = Math.max(1, points.length - 2);
  return { slope, error: Math.sqrt(rest / freedom / spread) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
