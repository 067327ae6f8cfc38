import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';
import { drivesOf, type InfoDrive } from '../admin/server-info.ts';
import { VERSION } from '../version.ts';
import { capacity } from './cluster-families.ts';
import type { Labelled } from './families.ts';
import { processFacts } from './process-facts.ts';
import type { ApiCounts } from './request-metrics.ts';
import { MAX_BUCKETS, type MetricSources } from './sources.ts';

function family(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  values: number | readonly Labelled[],
): MetricFamily {
  const list = typeof values === 'number' ? [[{}, values] as const] : values;
  return { name, type, help, samples: list.map(([labels, value]) => ({ labels, value })) };
}

/** Returns the metrics of MinIO's first endpoint, which old dashboards still read. */
export async function legacyFamilies(sources: MetricSources): Promise<readonly MetricFamily[]> {
  const [drives, facts] = await Promise.all([drivesOf(sources.store.engine), processFacts()]);
  const gauge = (name: string, help: string, value: number) => family('gauge', name, help, value);
  return [
    ...driveFamilies(drives),
    gauge('minio_nodes_offline', 'Servers that do not answer', 0),
    gauge('minio_nodes_online', 'Servers that answer', 1),
    family('gauge', 'minio_version_info', 'Version of the software', [
      [{ commit: '', version: VERSION }, 1],
    ]),
    ...usageFamilies(sources),
    family('counter', 'process_cpu_seconds_total', 'Processor time of the process', facts.cpu),
    gauge('process_resident_memory_bytes', 'Memory in use', facts.residentMemory),
    gauge('process_start_time_seconds', 'Start of the process, since 1970', facts.startedAt),
  ];
}

function driveFamilies(drives: readonly InfoDrive[]): readonly MetricFamily[] {
  const { total, free, usable, usableFree } = capacity(drives);
  const offline = drives.filter(({ state }) => state !== 'ok').length;
  const gauge = (name: string, help: string, value: number | readonly Labelled[]) =>
    family('gauge', name, help, value);
  const each = (pick: (drive: InfoDrive) => number): Labelled[] =>
    drives.map((drive) => [{ disk: drive.path }, pick(drive)]);
  return [
    gauge(
      'disk_storage_available',
      'Bytes free on a drive',
      each((one) => one.availableSpace),
    ),
    gauge(
      'disk_storage_total',
      'Bytes of a drive',
      each((one) => one.totalSpace),
    ),
    gauge(
      'disk_storage_used',
      'Bytes in use on a drive',
      each((one) => one.usedSpace),
    ),
    gauge('minio_capacity_raw_free_total', 'Bytes free on all drives', free),
    gauge('minio_capacity_raw_total', 'Bytes of all drives', total),
    gauge('minio_capacity_usable_free_total', 'Bytes of objects that fit still', usableFree),
    gauge('minio_capacity_usable_total', 'Bytes of objects that fit in all', usable),
    gauge('minio_disks_offline', 'Drives that are away', offline),
    gauge('minio_drives_total', 'Drives', drives.length),
  ];
}

function usageFamilies({ store, requests }: MetricSources): readonly MetricFamily[] {
  const usage = store.engine.usage().slice(0, MAX_BUCKETS);
  const perBucket = (pick: (of: (typeof usage)[number]) => number): Labelled[] =>
    usage.map((of) => [{ bucket: of.bucket }, pick(of)]);
  const perApi = (pick: (counts: ApiCounts) => number): Labelled[] =>
    [...requests.all.apis].map(([api, counts]) => [{ api }, pick(counts)]);
  const counter = (name: string, help: string, value: number | readonly Labelled[]) =>
    family('counter', name, help, value);
  const errors = perApi(({ errors4xx, errors5xx }) => errors4xx + errors5xx);
  return [
    family(
      'gauge',
      'bucket_objects_count',
      'Objects of a bucket',
      perBucket((one) => one.objects),
    ),
    family(
      'gauge',
      'bucket_usage_size',
      'Bytes of a bucket',
      perBucket((one) => one.size),
    ),
    counter(
      's3_requests_total',
      'S3 requests since the start',
      perApi((one) => one.total),
    ),
    counter('s3_errors_total', 'S3 requests answered with 4xx or 5xx', errors),
    counter('s3_rx_bytes_total', 'Bytes received over S3', requests.all.received),
    counter('s3_tx_bytes_total', 'Bytes sent over S3', requests.all.sent),
  ];
}
