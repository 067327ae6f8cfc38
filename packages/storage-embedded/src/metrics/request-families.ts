import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';
import type { Families, Labelled } from './families.ts';
import {
  type ApiCounts,
  type RejectedCounts,
  TIME_CLASSES,
  type TrafficCounts,
} from './request-metrics.ts';

/** Calls of one bucket or of all. `labels` are added to every value. */
interface Scope {
  readonly labels: Readonly<Record<string, string>>;
  readonly traffic: TrafficCounts;
  /** Calls in progress, by name. */
  readonly running: ReadonlyMap<string, number>;
}

/** Returns the metrics of each scope, with a name prefix such as `minio_s3`. */
export function callFamilies(
  { counter, gauge }: Families,
  prefix: string,
  scopes: readonly Scope[],
): readonly MetricFamily[] {
  const each = (pick: (counts: ApiCounts) => number): Labelled[] =>
    scopes.flatMap(({ labels, traffic }) =>
      [...traffic.apis]
        .map(([api, counts]): Labelled => [{ ...labels, api }, pick(counts)])
        .filter(([, value]) => value > 0),
    );
  const running = scopes.flatMap(({ labels, traffic, running }) =>
    [...new Set([...traffic.apis.keys(), ...running.keys()])].map(
      (api): Labelled => [{ ...labels, api }, running.get(api) ?? 0],
    ),
  );
  const errors = each(({ errors4xx, errors5xx }) => errors4xx + errors5xx);
  return [
    gauge(`${prefix}_requests_inflight_total`, 'S3 requests under way', running),
    counter(
      `${prefix}_requests_total`,
      'S3 requests since the start',
      each(({ total }) => total),
    ),
    ...(prefix === 'minio_s3'
      ? [counter(`${prefix}_requests_errors_total`, 'S3 requests answered with 4xx or 5xx', errors)]
      : []),
    counter(
      `${prefix}_requests_4xx_errors_total`,
      'S3 requests answered with 4xx',
      each(({ errors4xx }) => errors4xx),
    ),
    counter(
      `${prefix}_requests_5xx_errors_total`,
      'S3 requests answered with 5xx',
      each(({ errors5xx }) => errors5xx),
    ),
    counter(
      `${prefix}_requests_canceled_total`,
      'S3 requests whose client went away',
      each(({ canceled }) => canceled),
    ),
    gauge(
      `${prefix}_requests_ttfb_seconds_distribution`,
      'S3 requests by the time until the first byte of the answer',
      scopes.flatMap(timesOf),
    ),
  ];
}

/** Returns a cumulative histogram, as Prometheus defines it. */
function timesOf({ labels, traffic }: Scope): Labelled[] {
  return [...traffic.apis].flatMap(([api, { times }]) => {
    let sum = 0;
    return [...TIME_CLASSES, '+Inf'].map((le, index): Labelled => {
      sum += times[index] ?? 0;
      return [{ ...labels, api, le }, sum];
    });
  });
}

/** Returns the metrics of all calls together. */
export function serverCallFamilies(
  { counter, gauge }: Families,
  facts: {
    readonly traffic: TrafficCounts;
    readonly rejected: RejectedCounts;
    readonly running: number;
  },
): readonly MetricFamily[] {
  const { traffic, rejected, running } = facts;
  const refused = (kind: string, reason: string, value: number) =>
    counter(`minio_s3_requests_rejected_${kind}_total`, `S3 requests refused for ${reason}`, value);
  return [
    refused('auth', 'their keys or signature', rejected.auth),
    refused('header', 'a malformed header', rejected.header),
    refused('invalid', 'being no valid call', rejected.invalid),
    refused('timestamp', 'a clock that differs too much', rejected.timestamp),
    gauge('minio_s3_requests_incoming_total', 'S3 requests being taken in', running),
    gauge('minio_s3_requests_waiting_total', 'S3 requests that wait for their turn', 0),
    counter('minio_s3_traffic_received_bytes', 'Bytes received over S3', traffic.received),
    counter('minio_s3_traffic_sent_bytes', 'Bytes sent over S3', traffic.sent),
  ];
}
