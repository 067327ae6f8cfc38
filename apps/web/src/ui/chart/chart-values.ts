import { formatList } from '#web/lib/format/lists.ts';

export interface TimeSeries {
  readonly label: string;
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  /**
   * How it is drawn; a line without it. area: a line with soft ground below. expected: dashed. limit: a
   * thin straight line. edge: of two beside each other, the ground between them; the upper one first.
   */
  readonly look?: 'area' | 'expected' | 'limit' | 'edge';
}

/** What a chart over time shows. */
export interface ChartValues {
  /** What is shown. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** A value with its unit. */
  readonly format: (value: number) => string;
}

/** What a chart comes to, in words: of each series the last value that it has. */
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

/** A class with how much belongs to it. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}
