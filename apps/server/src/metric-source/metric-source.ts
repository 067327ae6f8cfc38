import type { Resolution } from '@stowage/metrics/history';
import { createPrometheus } from '@stowage/metrics/prometheus';
import { MetricSourceError, type QueryEngine } from '@stowage/metrics/query';
import type { MetricsConfig } from '../config/config.ts';
import { ConsoleError } from '../console-error.ts';
import type { ErrorMapper } from '../plugins/errors.ts';
import type { Session } from '../sessions/session.ts';

/** The state of a source. Times in milliseconds since the epoch. */
export interface SourceStatus {
  readonly kind: 'sampler' | 'prometheus';
  readonly state: 'ok' | 'starting' | 'failing' | 'waiting' | 'unsupported';
  readonly problem?: 'denied' | 'unreachable' | 'invalid' | 'unsaved';
  readonly lastSampleAt?: number;
  readonly since?: number;
  readonly resolutions: readonly Resolution[];
}

/** Where the values of the dashboard come from. */
export interface MetricSource extends QueryEngine {
  status(signal: AbortSignal): Promise<SourceStatus>;
  /** When the console itself last read metrics, in milliseconds since the epoch. */
  lastSampleAt(): Promise<number | undefined>;
  /** The time of the first value, in seconds since 1970; undefined if unknown. */
  begin(): Promise<number | undefined>;
  /** Whether values can ever be available. */
  isAvailable(): boolean;
  /** Allows metrics to be read with a session's credentials, if none are configured. */
  lend(session: Session): void;
  start(): void;
  stop(): Promise<void>;
}

/** A Prometheus server as the source. */
export function prometheusSource(
  options: NonNullable<MetricsConfig['prometheus']>,
  now: () => number,
): MetricSource {
  const engine = createPrometheus(options);
  return {
    run: engine.run,
    isAvailable: () => true,
    lastSampleAt: async () => undefined,
    begin: async () => undefined,
    lend: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
    async status(signal) {
      const end = Math.floor(now() / 1000);
      const range = { start: end - 60, end, step: 60 };
      try {
        await engine.run({ metric: 'minio_cluster_nodes_online_total' }, range, signal);
        return { kind: 'prometheus', state: 'ok', resolutions: [] };
      } catch (error) {
        if (!(error instanceof MetricSourceError)) throw error;
        const { problem } = error;
        return { kind: 'prometheus', state: 'failing', problem, resolutions: [] };
      }
    },
  };
}

/** Maps errors of the source for the console's caller. */
export const metricError: ErrorMapper = (error) =>
  error instanceof MetricSourceError
    ? new ConsoleError('MetricsUnavailable', { detail: error.message, cause: error })
    : undefined;
