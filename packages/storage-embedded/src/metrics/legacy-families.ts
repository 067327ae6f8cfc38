import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';
import { drivesOf } from '../admin/server-info.ts';
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

/** The metrics of MinIO's first endpoint, which old dashboards still read. */
export async function legacyFamilies({
  store,
  requests,
}: MetricSources): Promise<readonly MetricFamily[]> {
  const [drives, facts] = await Promise.all([drivesOf(store.engine), processFacts()]);
  const { total, free, usable, usableFree } = capacity(drives);
  const perDrive = (pick: (drive: (typeof drives)[number]) => number): Labelled[] =>
    drives.map((drive) => [{ disk: drive.path }, pick(drive)]);
  const perApi = (pick: (counts: ApiCounts) => number): Labelled[] =>
    [...requests.all.apis].map(([api, counts]) => [{ api }, pick(counts)]);
  const usage = store.engine.usage().slice(0, MAX_BUCKETS);
  return [
    family(
      'gauge',
      'disk_storage_available',
      'Bytes free on a drive',
      perDrive((one) => one.availableSpace),
    ),
    family(
      'gauge',
      'disk_storage_total',
      'Bytes of a drive',
      perDrive((one) => one.totalSpace),
    ),
    family(
      'gauge',
      'disk_storage_used',
      'Bytes in use on a drive',
      perDrive((one) => one.usedSpace),
    ),
    family('gauge', 'minio_capacity_raw_free_total', 'Bytes free on all drives', free),
    family('gauge', 'minio_capacity_raw_total', 'Bytes of all drives', total),
    family(
      'gauge',
      'minio_capacity_usable_free_total',
      'Bytes of objects that can be stored still',
      usableFree,
    ),
    family(
      'gauge',
      'minio_capacity_usable_total',
      'Bytes of objects that can be stored in all',
      usable,
    ),
    family(
      'gauge',
      'minio_disks_offline',
      'Drives that are away',
      drives.filter(({ state }) => state !== 'ok').length,
    ),
    family('gauge', 'minio_drives_total', 'Drives', drives.length),
    family('gauge', 'minio_nodes_offline', 'Servers that do not answer', 0),
    family('gauge', 'minio_nodes_online', 'Servers that answer', 1),
    family('gauge', 'minio_version_info', 'Version of the software', [
      [{ commit: '', version: VERSION }, 1],
    ]),
    family(
      'gauge',
      'bucket_objects_count',
      'Objects of a bucket',
      usage.map(({ bucket, objects }) => [{ bucket }, objects]),
    ),
    family(
      'gauge',
      'bucket_usage_size',
      'Bytes of a bucket',
      usage.map(({ bucket, size }) => [{ bucket }, size]),
    ),
    family(
      'counter',
      's3_requests_total',
      'S3 requests since the start',
      perApi((one) => one.total),
    ),
    family(
      'counter',
      's3_errors_total',
      'S3 requests answered with 4xx or 5xx',
      perApi((one) => one.errors4xx + one.errors5xx),
    ),
    family('counter', 's3_rx_bytes_total', 'Bytes received over S3', requests.all.received),
    family('counter', 's3_tx_bytes_total', 'Bytes sent over S3', requests.all.sent),
    family('counter', 'process_cpu_seconds_total', 'Processor time of the process', facts.cpu),
    family('gauge', 'process_resident_memory_bytes', 'Memory in use', facts.residentMemory),
    family(
      'gauge',
      'process_start_time_seconds',
      'Start of the process, since 1970',
      facts.startedAt,
    ),
  ];
}
