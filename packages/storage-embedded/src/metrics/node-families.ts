import type { MetricFamily } from '@stowage/storage-wire/prometheus-text';
import { drivesOf, type InfoDrive, parity } from '../admin/server-info.ts';
import { queuedWork } from '../replication/metrics-json.ts';
import { VERSION } from '../version.ts';
import { apiName } from './api-names.ts';
import { type Families, familiesOf, type Labelled } from './families.ts';
import type { ProcessFacts } from './process-facts.ts';
import { callFamilies, serverCallFamilies } from './request-families.ts';
import type { MetricSources } from './sources.ts';

/** Returns MinIO's metrics of one server: its drives, calls, queues and version. */
export async function nodeFamilies(sources: MetricSources): Promise<readonly MetricFamily[]> {
  const families = familiesOf(sources.store.endpoint());
  return [
    ...nodesOnline(families),
    ...driveFamilies(families, await drivesOf(sources.store.engine)),
    ...replicationFamilies(families, sources),
    ...requestFamilies(families, sources),
    ...notificationFamilies(families, sources),
    ...versionFamilies(families),
  ];
}

export function nodesOnline({ gauge }: Families): readonly MetricFamily[] {
  return [
    gauge('minio_cluster_nodes_offline_total', 'Servers that do not answer', 0),
    gauge('minio_cluster_nodes_online_total', 'Servers that answer', 1),
  ];
}

function driveFamilies({ gauge }: Families, drives: readonly InfoDrive[]): readonly MetricFamily[] {
  const each = (pick: (drive: InfoDrive) => number): Labelled[] =>
    drives.map((drive) => [{ drive: drive.path }, pick(drive)]);
  const online = drives.filter(({ state }) => state === 'ok').length;
  return [
    gauge(
      'minio_node_drive_free_bytes',
      'Bytes free on a drive',
      each((one) => one.availableSpace),
    ),
    gauge(
      'minio_node_drive_free_inodes',
      'Inodes free on a drive',
      each((one) => one.freeInodes),
    ),
    gauge(
      'minio_node_drive_offline_total',
      'Drives of the server that are away',
      drives.length - online,
    ),
    gauge('minio_node_drive_online_total', 'Drives of the server that work', online),
    gauge('minio_node_drive_total', 'Drives of the server', drives.length),
    gauge(
      'minio_node_drive_total_bytes',
      'Bytes of a drive',
      each((one) => one.totalSpace),
    ),
    gauge(
      'minio_node_drive_used_bytes',
      'Bytes in use on a drive',
      each((one) => one.usedSpace),
    ),
    gauge(
      'minio_node_storage_class_rrs_parity',
      'Drives that may fail, reduced redundancy',
      parity(drives.length),
    ),
    gauge(
      'minio_node_storage_class_standard_parity',
      'Drives that may fail',
      parity(drives.length),
    ),
  ];
}

function replicationFamilies(
  { gauge }: Families,
  { store }: MetricSources,
): readonly MetricFamily[] {
  const { replication, engine } = store;
  const queued = queuedWork(engine);
  const rate = engine
    .listBuckets()
    .flatMap(({ name }) => replication.targets.of(name))
    .reduce(
      (sum, { sourceBucket, arn }) => sum + replication.metrics.target(sourceBucket, arn).rate(),
      0,
    );
  return [
    gauge(
      'minio_node_replication_current_active_workers',
      'Replications under way',
      replication.running,
    ),
    gauge('minio_node_replication_current_transfer_rate', 'Bytes replicated in a second', rate),
    gauge(
      'minio_node_replication_last_minute_queued_bytes',
      'Bytes that wait for their replication',
      queued.bytes,
    ),
    gauge(
      'minio_node_replication_last_minute_queued_count',
      'Versions that wait for their replication',
      queued.count,
    ),
    gauge(
      'minio_node_replication_recent_backlog_count',
      'Versions that wait for their replication',
      queued.count,
    ),
  ];
}

export function requestFamilies(
  families: Families,
  { requests, running }: MetricSources,
): readonly MetricFamily[] {
  const calls = new Map([...running.calls()].map(([call, count]) => [apiName(call), count]));
  const incoming = [...calls.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...callFamilies(families, 'minio_s3', [{ labels: {}, traffic: requests.all, running: calls }]),
    ...serverCallFamilies(families, {
      traffic: requests.all,
      rejected: requests.rejected,
      running: incoming,
    }),
  ];
}

export function notificationFamilies(
  { counter, gauge }: Families,
  { store }: MetricSources,
): readonly MetricFamily[] {
  const targets = store.notifications.counts();
  const sum = (pick: (target: (typeof targets)[number]) => number) =>
    targets.reduce((total, target) => total + pick(target), 0);
  const each = (pick: (target: (typeof targets)[number]) => number): Labelled[] =>
    targets.map((target) => [{ target_id: target.name, target_name: target.kind }, pick(target)]);
  return [
    gauge(
      'minio_notify_current_send_in_progress',
      'Events being sent',
      sum((one) => one.sending),
    ),
    counter(
      'minio_notify_events_errors_total',
      'Attempts to send an event that failed',
      sum((one) => one.failed),
    ),
    counter(
      'minio_notify_events_sent_total',
      'Events sent',
      sum((one) => one.sent),
    ),
    counter(
      'minio_notify_events_skipped_total',
      'Events dropped since a queue was full',
      sum((one) => one.dropped),
    ),
    gauge(
      'minio_notify_target_current_send_in_progress',
      'Events being sent to a target',
      each((one) => one.sending),
    ),
    counter(
      'minio_notify_target_failed_events',
      'Attempts to send an event to a target that failed',
      each((one) => one.failed),
    ),
    gauge(
      'minio_notify_target_queue_length',
      'Events that wait for a target',
      each((one) => one.waiting),
    ),
    counter(
      'minio_notify_target_total_events',
      'Events sent to a target',
      each((one) => one.sent),
    ),
  ];
}

export function versionFamilies({ gauge }: Families): readonly MetricFamily[] {
  return [
    gauge('minio_software_commit_info', 'Revision of the software', [[{ commit: '' }, 0]]),
    gauge('minio_software_version_info', 'Version of the software', [[{ version: VERSION }, 0]]),
  ];
}

/** Returns MinIO's metrics of the process, which are part of the cluster metrics. */
export function processFamilies(
  { counter, gauge }: Families,
  facts: ProcessFacts,
): readonly MetricFamily[] {
  const { io, openFiles, maxFiles } = facts;
  const known = (name: string, help: string, value: number | undefined) =>
    gauge(name, help, value === undefined ? [] : value);
  const ioCounter = (name: string, help: string, value: number | undefined) =>
    counter(name, help, value === undefined ? [] : value);
  return [
    known(
      'minio_node_file_descriptor_limit_total',
      'Files that the process may have open',
      maxFiles,
    ),
    known('minio_node_file_descriptor_open_total', 'Files that the process has open', openFiles),
    gauge(
      'minio_node_go_routine_total',
      'Timers, sockets, files and requests that the process is busy with',
      facts.activeResources,
    ),
    ioCounter('minio_node_io_rchar_bytes', 'Bytes read, from caches too', io?.readChars),
    ioCounter('minio_node_io_read_bytes', 'Bytes read from drives', io?.readBytes),
    ioCounter('minio_node_io_wchar_bytes', 'Bytes written, to caches too', io?.writtenChars),
    ioCounter('minio_node_io_write_bytes', 'Bytes written to drives', io?.writtenBytes),
    counter('minio_node_process_cpu_total_seconds', 'Processor time of the process', facts.cpu),
    gauge('minio_node_process_resident_memory_bytes', 'Memory in use', facts.residentMemory),
    known('minio_node_process_virtual_memory_bytes', 'Addresses in use', facts.virtualMemory),
    gauge(
      'minio_node_process_starttime_seconds',
      'Start of the process, since 1970',
      facts.startedAt,
    ),
    gauge('minio_node_process_uptime_seconds', 'Time since the start of the process', facts.uptime),
    ioCounter('minio_node_syscall_read_total', 'Calls of the system to read', io?.readCalls),
    ioCounter('minio_node_syscall_write_total', 'Calls of the system to write', io?.writeCalls),
  ];
}
