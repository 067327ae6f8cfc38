import type { WidgetDetails } from '@stowage/contract/dashboard/widgets';

export interface NamedValue {
  readonly label: string;
  readonly value: number;
}

export interface ChartData {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** A value for each time; null if a series has none. */
  readonly series: readonly {
    readonly label: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** Returns the name of a series: '{{server}}' and '{{server,api}}' are replaced by its labels. */
export function labelOf(legend: string, metric: Readonly<Record<string, string>>): string {
  const named = legend.replace(/\{\{([^}]*)\}\}/g, (_, names: string) =>
    names
      .split(',')
      .map((name) => metric[name.trim()] ?? '')
      .join(' '),
  );
  return named.trim() || Object.values(metric).join(' ');
}

function seriesOf({ targets, title }: Pick<WidgetDetails, 'targets' | 'title'>) {
  return targets.flatMap(({ legendFormat, result }) =>
    result.map(({ metric, values }) => ({ label: labelOf(legendFormat, metric) || title, values })),
  );
}

/** Returns all series of a widget on one time axis, with an empty time inserted in gaps. */
export function chartData(widget: Pick<WidgetDetails, 'targets' | 'title'>): ChartData {
  const all = seriesOf(widget);
  const known = [...new Set(all.flatMap(({ values }) => values.map(([time]) => time)))].sort(
    (one, other) => one - other,
  );
  const times = withGaps(known);
  const series = all.map(({ label, values }) => {
    const texts = new Map(values);
    return { label, values: times.map((time) => numberOf(texts.get(time))) };
  });
  return { times, series };
}

/** Between times further apart than the step, inserts one at which no series has a value. */
function withGaps(times: readonly number[]): readonly number[] {
  // The last one is the end of the range, whatever its distance from the last step.
  const steps = times.slice(1, -1).map((time, at) => time - (times[at] ?? time));
  const usual = steps.toSorted((one, other) => one - other)[(steps.length - 1) >> 1];
  if (usual === undefined) return times;
  return times.flatMap((time, at) => {
    const before = times[at - 1] ?? time;
    return time - before > 1.5 * usual ? [before + usual, time] : [time];
  });
}

function numberOf(text: string | undefined): number | null {
  const value = Number(text);
  return text === undefined || !Number.isFinite(value) ? null : value;
}

/** Returns one number per series, as the widget specifies; series without a value are left out. */
export function numbersOf({ options, ...widget }: WidgetDetails): readonly NamedValue[] {
  const calc = options?.reduceOptions.calcs[0] ?? 'last';
  return chartData(widget).series.flatMap(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    const last = known.at(-1);
    if (last === undefined) return [];
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return [{ label, value: calc === 'mean' ? mean : last }];
  });
}
