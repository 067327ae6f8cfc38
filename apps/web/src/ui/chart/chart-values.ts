export interface TimeSeries {
  readonly label: string;
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
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
