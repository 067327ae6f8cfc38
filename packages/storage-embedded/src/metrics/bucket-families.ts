import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';
import { sizeHistogram, versionHistogram } from '../admin/usage.ts';
import type { BucketUsage } from '../engine/types.ts';
import type { TargetMetrics } from '../replication/metrics.ts';
import type { Store } from '../store.ts';
import { sinceScan } from './cluster-families.ts';
import { type Families, familiesOf, type Labelled } from './families.ts';
import { callFamilies } from './request-families.ts';
import { MAX_BUCKETS, type MetricSources } from './sources.ts';

/** Returns MinIO's metrics per bucket, for the first hundred buckets. */
export function bucketFamilies({ store, requests }: MetricSources): readonly MetricFamily[] {
  const families = familiesOf(store.endpoint());
  const { gauge } = families;
  const usage = [...store.engine.usage()]
    .sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
    .slice(0, MAX_BUCKETS);
  requests.keepOnly((bucket) => store.engine.getBucket(bucket) !== undefined);
  const called = usage.flatMap(({ bucket }) => {
    const traffic = requests.bucket(bucket);
    return traffic === undefined ? [] : [{ labels: { bucket }, traffic, running: new Map() }];
  });
  const bytes = (pick: 'received' | 'sent'): Labelled[] =>
    called.map(({ labels, traffic }) => [labels, traffic[pick]]);
  return [
    ...usageFamilies(families, store, usage),
    ...callFamilies(families, 'minio_bucket', called),
    gauge(
      'minio_bucket_traffic_received_bytes',
      'Bytes received over S3 for a bucket',
      bytes('received'),
    ),
    gauge('minio_bucket_traffic_sent_bytes', 'Bytes sent over S3 of a bucket', bytes('sent')),
    ...replicationFamilies(families, store, usage),
  ];
}

function usageFamilies(
  { gauge }: Families,
  store: Store,
  usage: readonly BucketUsage[],
): readonly MetricFamily[] {
  const each = (pick: (bucket: BucketUsage) => number): Labelled[] =>
    usage.map((one) => [{ bucket: one.bucket }, pick(one)]);
  const classes = (pick: (bucket: BucketUsage) => Readonly<Record<string, number>>): Labelled[] =>
    usage.flatMap((one) =>
      Object.entries(pick(one)).map(
        ([range, count]): Labelled => [{ bucket: one.bucket, range }, count],
      ),
    );
  const quotas = usage.flatMap(({ bucket }): Labelled[] => {
    const limit = store.quotas.limit(bucket);
    return limit === undefined ? [] : [[{ bucket }, limit]];
  });
  return [
    gauge(
      'minio_bucket_objects_size_distribution',
      'Objects of a bucket by their size',
      classes(sizeHistogram),
    ),
    gauge(
      'minio_bucket_objects_version_distribution',
      'Objects of a bucket by their versions',
      classes((one) => versionHistogram(store, one)),
    ),
    gauge('minio_bucket_quota_total_bytes', 'Bytes that a bucket may hold', quotas),
    gauge(
      'minio_bucket_usage_deletemarker_total',
      'Delete markers of a bucket',
      each((one) => one.deleteMarkers),
    ),
    gauge(
      'minio_bucket_usage_last_activity_nano_seconds',
      'Time since the last scan',
      sinceScan(store),
    ),
    gauge(
      'minio_bucket_usage_object_total',
      'Objects of a bucket',
      each((one) => one.objects),
    ),
    gauge(
      'minio_bucket_usage_total_bytes',
      'Bytes of a bucket',
      each((one) => one.size),
    ),
    gauge(
      'minio_bucket_usage_version_total',
      'Versions of a bucket',
      each((one) => one.versions),
    ),
  ];
}

function replicationFamilies(
  { counter, gauge }: Families,
  { replication }: Store,
  usage: readonly BucketUsage[],
): readonly MetricFamily[] {
  const targets = usage.flatMap(({ bucket }) =>
    replication.targets.of(bucket).map(({ arn }) => ({
      labels: { bucket, targetArn: arn },
      metrics: replication.metrics.target(bucket, arn),
    })),
  );
  const each = (pick: (metrics: TargetMetrics) => number): Labelled[] =>
    targets.map(({ labels, metrics }) => [labels, pick(metrics)]);
  const replicas = usage.map(({ bucket }) => ({
    bucket,
    amount: replication.metrics.replicas(bucket),
  }));
  return [
    counter(
      'minio_bucket_replication_received_bytes',
      'Bytes of replicas that a bucket received',
      replicas.map(({ bucket, amount }) => [{ bucket }, amount.bytes]),
    ),
    gauge(
      'minio_bucket_replication_received_count',
      'Replicas that a bucket received',
      replicas.map(({ bucket, amount }) => [{ bucket }, amount.count]),
    ),
    counter(
      'minio_bucket_replication_sent_bytes',
      'Bytes replicated to a target',
      each((one) => one.completed.bytes),
    ),
    gauge(
      'minio_bucket_replication_sent_count',
      'Versions replicated to a target',
      each((one) => one.completed.count),
    ),
    counter(
      'minio_bucket_replication_total_failed_bytes',
      'Bytes whose replication failed',
      each((one) => one.failed.bytes),
    ),
    counter(
      'minio_bucket_replication_total_failed_count',
      'Replications that failed',
      each((one) => one.failed.count),
    ),
  ];
}
