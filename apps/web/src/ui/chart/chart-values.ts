import { formatList } from '#web/lib/format/lists.ts';

export interface TimeSeries {
  readonly label: string;
  /** One for each time; null if there is none. */
  readonly values: readonly (number | null)[];
  /**
   * How it is drawn; a line if omitted. area: a line with a soft fill below. expected: dashed.
   * limit: a thin straight line. edge: one of two adjacent series with the area between them
   * filled; the upper one comes first.
   */
  readonly look?: 'area' | 'expected' | 'limit' | 'edge';
}

/** The data of a chart over time. */
export interface ChartValues {
  /** The chart's label. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** A value with its unit. */
  readonly format: (value: number) => string;
}

/** Summarises a chart in words: the last value of each series. */
export function newestValues({ series, format }: ChartValues): string {
  return formatList(
    series.flatMap(({ label, values, look }) => {
      const value = values.findLast((one) => one !== null);
      return value === undefined || value === null || look === 'edge'
        ? []
        : [`${label} ${format(value)}`];
    }),
  );
}

/** A class with its amount. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}
