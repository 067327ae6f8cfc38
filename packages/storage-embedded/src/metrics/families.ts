import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';

type Labels = Readonly<Record<string, string>>;

/** A value with labels in addition to the server's. */
export type Labelled = readonly [labels: Labels, value: number];

/** Creates metrics labelled with their server, as all of MinIO's are. */
export interface Families {
  readonly gauge: (
    name: string,
    help: string,
    values: number | readonly Labelled[],
  ) => MetricFamily;
  readonly counter: (
    name: string,
    help: string,
    values: number | readonly Labelled[],
  ) => MetricFamily;
}

/**
 * Returns the functions that create metrics of a server.
 *
 * @param server host and port
 */
export function familiesOf(server: string): Families {
  const make =
    (type: MetricFamily['type']) =>
    (name: string, help: string, values: number | readonly Labelled[]): MetricFamily => ({
      name,
      type,
      help,
      samples: (typeof values === 'number' ? [[{}, values] as const] : values).map(
        ([labels, value]) => ({ labels: { ...labels, server }, value }),
      ),
    });
  return { gauge: make('gauge'), counter: make('counter') };
}
