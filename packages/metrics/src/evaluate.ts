import { LOOKBACK, pointsOf, type Query, type Range, type Series, windowOf } from './query.ts';

/**
 * Evaluates a query over stored series at the points of a range, with Prometheus semantics: a point
 * takes the last value before it, and rates are extrapolated to the edges of their window.
 *
 * @param spacing seconds between stored values, which lengthens windows and validity if values are
 *    far apart
 */
export function evaluate(
  { as, total }: Query,
  stored: readonly Series[],
  range: Range,
  spacing: number,
): readonly Series[] {
  const points = pointsOf(range);
  const window = Math.max(windowOf(range), 2.5 * spacing);
  const lookback = Math.max(LOOKBACK, 1.5 * spacing);
  const each = stored.map(({ labels, times, values }) => ({
    labels,
    at:
      as === 'rate'
        ? ratesAt(points, times, values, window)
        : valuesAt(points, times, values, lookback),
  }));
  const made = total === undefined ? each : totals(each, total, points.length);
  return made
    .map(({ labels, at }) => seriesOf(labels, points, as === 'age' ? ages(points, at) : at))
    .filter(({ times }) => times.length > 0);
}

interface Row {
  readonly labels: Readonly<Record<string, string>>;
  /** By point; NaN if there is none. */
  readonly at: Float64Array;
}

function seriesOf(labels: Row['labels'], points: readonly number[], at: Float64Array): Series {
  const times = points.filter((_, index) => !Number.isNaN(at[index]));
  return { labels, times, values: [...at].filter((value) => !Number.isNaN(value)) };
}

function valuesAt(
  points: readonly number[],
  times: readonly number[],
  values: readonly number[],
  lookback: number,
): Float64Array {
  let next = 0;
  return Float64Array.from(points, (point) => {
    while ((times[next] ?? Number.POSITIVE_INFINITY) <= point) next += 1;
    const time = times[next - 1] ?? Number.NEGATIVE_INFINITY;
    return time > point - lookback ? (values[next - 1] ?? Number.NaN) : Number.NaN;
  });
}

function ages(points: readonly number[], at: Float64Array): Float64Array {
  return at.map((value, index) => (points[index] ?? Number.NaN) - value);
}

function totals(
  rows: readonly Row[],
  { of, by }: NonNullable<Query['total']>,
  length: number,
): readonly Row[] {
  const groups = Map.groupBy(rows, ({ labels }) => by.map((name) => labels[name] ?? '').join('\0'));
  return [...groups.values()].map((members) => {
    const at = new Float64Array(length).fill(Number.NaN);
    for (const row of members) {
      for (let index = 0; index < length; index += 1) {
        const value = row.at[index] ?? Number.NaN;
        const known = at[index] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        if (Number.isNaN(known)) at[index] = value;
        else at[index] = of === 'sum' ? known + value : Math.max(known, value);
      }
    }
    const all = members[0]?.labels ?? {};
    const kept = by.flatMap((name) =>
      all[name] === undefined ? [] : [[name, all[name]] as const],
    );
    return { labels: Object.fromEntries(kept), at };
  });
}

function ratesAt(
  points: readonly number[],
  times: readonly number[],
  values: readonly number[],
  window: number,
): Float64Array {
  let from = 0;
  let to = 0;
  return Float64Array.from(points, (point) => {
    while ((times[to] ?? Number.POSITIVE_INFINITY) <= point) to += 1;
    while (from < to && (times[from] ?? 0) <= point - window) from += 1;
    return rate(times.slice(from, to), values.slice(from, to), point, window);
  });
}

/**
 * Beyond this multiple of the average interval from the edge of a window, a series is assumed to
 * start or end there.
 */
const REACH = 1.1;

/**
 * Returns the growth per second over the window before a point; a falling value means that the
 * counter was reset.
 */
function rate(
  times: readonly number[],
  values: readonly number[],
  point: number,
  window: number,
): number {
  const last = times.length - 1;
  const [firstTime = 0, firstValue = 0] = [times[0], values[0]];
  const lastTime = times[last] ?? 0;
  if (last < 1) return Number.NaN;
  let growth = 0;
  for (let index = 1; index <= last; index += 1) {
    const [before = 0, now = 0] = [values[index - 1], values[index]];
    growth += now < before ? now : now - before;
  }
  const covered = lastTime - firstTime;
  const usual = covered / last;
  const edge = (distance: number) => (distance < usual * REACH ? distance : usual / 2);
  // A counter is never negative, so it is not extrapolated to before it was zero.
  const sinceZero = growth > 0 ? covered * (firstValue / growth) : Number.POSITIVE_INFINITY;
  const before = Math.min(edge(firstTime - (point - window)), sinceZero);
  const after = edge(point - lastTime);
  return (growth * (covered + before + after)) / covered / window;
}
