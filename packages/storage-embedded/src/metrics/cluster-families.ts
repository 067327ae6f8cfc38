import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';
import { drivesOf, type InfoDrive, isHealing, parity } from '../admin/server-info.ts';
import { SIZE_CLASSES, totalUsage, versionHistogram } from '../admin/usage.ts';
import type { BucketUsage } from '../engine/types.ts';
import type { Store } from '../store.ts';
import { type Families, familiesOf, type Labelled } from './families.ts';
import {
  nodesOnline,
  notificationFamilies,
  processFamilies,
  requestFamilies,
  versionFamilies,
} from './node-families.ts';
import { processFacts } from './process-facts.ts';
import type { MetricSources } from './sources.ts';

const NANOSECONDS = 1e6;

/** Returns MinIO's cluster metrics. The cluster has one server here. */
export async function clusterFamilies(sources: MetricSources): Promise<readonly MetricFamily[]> {
  const { store } = sources;
  const families = familiesOf(store.endpoint());
  const [drives, facts] = await Promise.all([drivesOf(store.engine), processFacts()]);
  return [
    ...nodesOnline(families),
    ...capacityFamilies(families, drives),
    ...healthFamilies(families, drives),
    ...usageFamilies(families, store),
    ...healingFamilies(families, store),
    ...scannerFamilies(families, store),
    ...processFamilies(families, facts),
    ...requestFamilies(families, sources),
    ...notificationFamilies(families, sources),
    ...versionFamilies(families),
  ];
}

/** Returns the raw capacity of all drives and the capacity usable for objects, in bytes. */
export function capacity(drives: readonly InfoDrive[]) {
  const copies = parity(drives.length) + 1;
  const online = drives.filter(({ state }) => state === 'ok');
  const total = online.reduce((sum, { totalSpace }) => sum + totalSpace, 0);
  const free = online.reduce((sum, { availableSpace }) => sum + availableSpace, 0);
  return { total, free, usable: Math.floor(total / copies), usableFree: Math.floor(free / copies) };
}

function capacityFamilies(
  { gauge }: Families,
  drives: readonly InfoDrive[],
): readonly MetricFamily[] {
  const { total, free, usable, usableFree } = capacity(drives);
  const online = drives.filter(({ state }) => state === 'ok').length;
  return [
    gauge('minio_cluster_capacity_raw_free_bytes', 'Bytes free on all drives', free),
    gauge('minio_cluster_capacity_raw_total_bytes', 'Bytes of all drives', total),
    gauge(
      'minio_cluster_capacity_usable_free_bytes',
      'Bytes of objects that can be stored still',
      usableFree,
    ),
    gauge(
      'minio_cluster_capacity_usable_total_bytes',
      'Bytes of objects that can be stored in all',
      usable,
    ),
    gauge('minio_cluster_drive_offline_total', 'Drives that are away', drives.length - online),
    gauge('minio_cluster_drive_online_total', 'Drives that work', online),
    gauge('minio_cluster_drive_total', 'Drives', drives.length),
  ];
}

function healthFamilies(
  { gauge }: Families,
  drives: readonly InfoDrive[],
): readonly MetricFamily[] {
  const online = drives.filter(({ state }) => state === 'ok').length;
  const write = Math.floor(drives.length / 2) + 1;
  const read = Math.ceil(drives.length / 2);
  const healthy = online >= write ? 1 : 0;
  const set = (value: number): Labelled[] => [[{ pool: '0', set: '0' }, value]];
  return [
    gauge(
      'minio_cluster_health_erasure_set_healing_drives',
      'Drives of a set that are being filled',
      set(drives.filter(isHealing).length),
    ),
    gauge(
      'minio_cluster_health_erasure_set_online_drives',
      'Drives of a set that work',
      set(online),
    ),
    gauge('minio_cluster_health_erasure_set_read_quorum', 'Drives that reading needs', set(read)),
    gauge('minio_cluster_health_erasure_set_status', 'Whether a set takes writes', set(healthy)),
    gauge('minio_cluster_health_erasure_set_write_quorum', 'Drives that writing needs', set(write)),
    gauge('minio_cluster_health_status', 'Whether everything takes writes', healthy),
    gauge('minio_cluster_write_quorum', 'Drives that writing needs', write),
  ];
}

function usageFamilies({ gauge }: Families, store: Store): readonly MetricFamily[] {
  const usage = store.engine.usage();
  const total = totalUsage(usage);
  return [
    gauge('minio_cluster_bucket_total', 'Buckets', usage.length),
    gauge('minio_cluster_objects_size_distribution', 'Objects by their size', ranges(sizes(usage))),
    gauge(
      'minio_cluster_objects_version_distribution',
      'Objects by their versions',
      ranges(versions(store, usage)),
    ),
    gauge('minio_cluster_usage_deletemarker_total', 'Delete markers', total.deleteMarkers),
    gauge('minio_cluster_usage_object_total', 'Objects', total.objects),
    gauge('minio_cluster_usage_total_bytes', 'Bytes of objects', total.size),
    gauge('minio_cluster_usage_version_total', 'Versions', total.versions),
    gauge('minio_usage_last_activity_nano_seconds', 'Time since the last scan', sinceScan(store)),
  ];
}

/** Returns the time since the last full scan, or since the start before the first. */
export function sinceScan({ scanner, startedAt }: Store): number {
  return (Date.now() - (scanner.lastCycleAt ?? startedAt)) * NANOSECONDS;
}

function sizes(usage: readonly BucketUsage[]): ReadonlyMap<string, number> {
  return new Map(
    SIZE_CLASSES.map((name, index) => [
      name,
      usage.reduce((sum, { histogram }) => sum + (histogram[index] ?? 0), 0),
    ]),
  );
}

function versions(store: Store, usage: readonly BucketUsage[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const bucket of usage) {
    for (const [name, count] of Object.entries(versionHistogram(store, bucket))) {
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
  }
  return sums;
}

function ranges(counts: ReadonlyMap<string, number>): Labelled[] {
  return [...counts].map(([range, count]) => [{ range }, count]);
}

/** Healing here means the scrub, which restores damaged copies. */
function healingFamilies(
  { counter, gauge }: Families,
  { engine, startedAt }: Store,
): readonly MetricFamily[] {
  const { repaired, unrepaired, scrub } = engine.health().redundancy;
  const last = scrub.running ? Date.now() : (scrub.last?.endedAt ?? startedAt);
  const object = (value: number): Labelled[] => [[{ type: 'object' }, value]];
  return [
    counter(
      'minio_heal_objects_errors_total',
      'Copies that could not be made anew',
      object(unrepaired.length),
    ),
    counter('minio_heal_objects_heal_total', 'Copies made anew', object(repaired)),
    gauge(
      'minio_heal_time_last_activity_nano_seconds',
      'Time since copies were last checked',
      (Date.now() - last) * NANOSECONDS,
    ),
  ];
}

function scannerFamilies({ counter }: Families, { scanner }: Store): readonly MetricFamily[] {
  const { started, finished, objects, versions } = scanner.counts;
  return [
    counter(
      'minio_node_ilm_versions_scanned',
      'Versions held against the rules of their buckets',
      versions,
    ),
    counter(
      'minio_node_scanner_bucket_scans_finished',
      'Scans of a bucket that came to their end',
      finished,
    ),
    counter(
      'minio_node_scanner_bucket_scans_started',
      'Scans of a bucket that were begun',
      started,
    ),
    counter('minio_node_scanner_objects_scanned', 'Objects seen by the scanner', objects),
    counter('minio_node_scanner_versions_scanned', 'Versions seen by the scanner', versions),
  ];
}
