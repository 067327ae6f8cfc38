import type { Query } from './query.ts';

/** A dashboard widget and its queries. */
export interface WidgetSpec {
  readonly id: number;
  readonly title: string;
  readonly type: 'stat' | 'gauge' | 'graph' | 'bargauge';
  readonly unit:
    | 'count'
    | 'bytes'
    | 'bytesPerSecond'
    | 'perSecond'
    | 'cores'
    | 'seconds'
    | 'nanoseconds';
  /** How a series is reduced to one number. */
  readonly calc?: 'mean' | 'last' | 'lastNotNull';
  readonly targets: readonly { readonly query: Query; readonly legend: string }[];
}

type Options = Omit<WidgetSpec, 'id' | 'title' | 'type' | 'unit' | 'targets'> & {
  readonly legend?: string;
};

const stat =
  (type: 'stat' | 'gauge' | 'bargauge') =>
  (
    id: number,
    title: string,
    unit: WidgetSpec['unit'],
    query: Query,
    options: Options,
  ): WidgetSpec => {
    const { legend = '', ...rest } = options;
    return { id, title, type, unit, ...rest, targets: [{ query, legend }] };
  };
const number = stat('stat');
const gauge = stat('gauge');
const bars = stat('bargauge');

function graph(
  id: number,
  title: string,
  unit: WidgetSpec['unit'],
  ...targets: readonly (readonly [query: Query, legend: string])[]
): WidgetSpec {
  const made = targets.map(([query, legend]) => ({ query, legend }));
  return { id, title, type: 'graph', unit, targets: made };
}

const plain = (metric: string, formerly?: string): Query => ({
  metric,
  ...(formerly && { formerly }),
});
const rate = (metric: string): Query => ({ metric, as: 'rate' });
const rateBy = (metric: string, ...by: string[]): Query => ({
  ...rate(metric),
  total: { of: 'sum', by },
});
const sum = (metric: string): Query => ({ metric, total: { of: 'sum', by: [] } });
const max = (metric: string, formerly?: string): Query => ({
  ...plain(metric, formerly),
  total: { of: 'max', by: [] },
});

/** The widgets, by the IDs that clients use. */
export const WIDGETS: readonly WidgetSpec[] = [
  number(
    1,
    'Uptime',
    'seconds',
    { ...max('minio_node_process_starttime_seconds'), as: 'age' },
    { calc: 'lastNotNull' },
  ),
  number(65, 'Total S3 Traffic Inbound', 'bytes', sum('minio_s3_traffic_received_bytes'), {
    calc: 'last',
  }),
  gauge(50, 'Current Usable Capacity', 'bytes', max('minio_cluster_capacity_usable_free_bytes'), {
    calc: 'lastNotNull',
  }),
  graph(68, 'Data Usage Growth', 'bytes', [
    max('minio_cluster_usage_total_bytes'),
    'Used Capacity',
  ]),
  bars(
    52,
    'Object size distribution',
    'count',
    { metric: 'minio_cluster_objects_size_distribution', total: { of: 'max', by: ['range'] } },
    { calc: 'lastNotNull', legend: '{{range}}' },
  ),
  number(61, 'Total Open FDs', 'count', sum('minio_node_file_descriptor_open_total'), {
    calc: 'last',
  }),
  number(64, 'Total S3 Traffic Outbound', 'bytes', sum('minio_s3_traffic_sent_bytes'), {
    calc: 'last',
  }),
  number(62, 'Total Goroutines', 'count', sum('minio_node_go_routine_total'), { calc: 'last' }),
  number(53, 'Total Online Servers', 'count', max('minio_cluster_nodes_online_total'), {
    calc: 'lastNotNull',
  }),
  number(
    9,
    'Total Online Disks',
    'count',
    max('minio_cluster_drive_online_total', 'minio_cluster_disk_online_total'),
    { calc: 'lastNotNull', legend: 'Total online disks in MinIO Cluster' },
  ),
  number(66, 'Number of Buckets', 'count', max('minio_cluster_bucket_total'), {
    calc: 'lastNotNull',
  }),
  graph(63, 'S3 API Data Received Rate ', 'bytesPerSecond', [
    rateBy('minio_s3_traffic_received_bytes', 'server'),
    'Data Received [{{server}}]',
  ]),
  graph(70, 'S3 API Data Sent Rate ', 'bytesPerSecond', [
    rateBy('minio_s3_traffic_sent_bytes', 'server'),
    'Data Sent [{{server}}]',
  ]),
  number(69, 'Total Offline Servers', 'count', max('minio_cluster_nodes_offline_total'), {
    calc: 'lastNotNull',
  }),
  number(
    78,
    'Total Offline Disks',
    'count',
    max('minio_cluster_drive_offline_total', 'minio_cluster_disk_offline_total'),
    { calc: 'lastNotNull' },
  ),
  number(44, 'Number of Objects', 'count', max('minio_cluster_usage_object_total'), {
    calc: 'lastNotNull',
  }),
  number(
    80,
    'Time Since Last Heal Activity',
    'nanoseconds',
    plain('minio_heal_time_last_activity_nano_seconds'),
    { calc: 'last', legend: '{{server}}' },
  ),
  number(
    81,
    'Time Since Last Scan Activity',
    'nanoseconds',
    plain('minio_usage_last_activity_nano_seconds'),
    { calc: 'last', legend: '{{server}}' },
  ),
  graph(60, 'S3 API Request Rate', 'perSecond', [
    rateBy('minio_s3_requests_total', 'server', 'api'),
    '{{server,api}}',
  ]),
  graph(71, 'S3 API Request Error Rate', 'perSecond', [
    rateBy('minio_s3_requests_errors_total', 'server', 'api'),
    '{{server,api}}',
  ]),
  graph(
    17,
    'Internode Data Transfer',
    'bytesPerSecond',
    [rate('minio_inter_node_traffic_received_bytes'), 'Internode Bytes Received [{{server}}]'],
    [rate('minio_inter_node_traffic_sent_bytes'), 'Internode Bytes Sent [{{server}}]'],
  ),
  graph(77, 'Node CPU Usage', 'cores', [
    rate('minio_node_process_cpu_total_seconds'),
    'CPU Usage Rate [{{server}}]',
  ]),
  graph(76, 'Node Memory Usage', 'bytes', [
    plain('minio_node_process_resident_memory_bytes'),
    'Memory Used [{{server}}]',
  ]),
  graph(74, 'Drive Used Capacity', 'bytes', [
    plain('minio_node_drive_used_bytes', 'minio_node_disk_used_bytes'),
    'Used Capacity [{{server}}:{{drive}}]',
  ]),
  graph(82, 'Drives Free Inodes', 'count', [
    plain('minio_node_drive_free_inodes', 'minio_cluster_disk_free_inodes'),
    'Free Inodes [{{server}}:{{drive}}]',
  ]),
  graph(
    11,
    'Node Syscalls',
    'perSecond',
    [rate('minio_node_syscall_read_total'), 'Read Syscalls [{{server}}]'],
    [rate('minio_node_syscall_write_total'), 'Write Syscalls [{{server}}]'],
  ),
  graph(8, 'Node File Descriptors', 'count', [
    plain('minio_node_file_descriptor_open_total'),
    'Open FDs [{{server}}]',
  ]),
  graph(
    73,
    'Node IO',
    'bytesPerSecond',
    [rate('minio_node_io_rchar_bytes'), 'Node RChar [{{server}}]'],
    [rate('minio_node_io_wchar_bytes'), 'Node WChar [{{server}}]'],
  ),
];

/** Bytes stored in each bucket. */
export const BUCKET_USAGE: Query = plain('minio_bucket_usage_total_bytes');
/** Total usable bytes, and free usable bytes. */
export const USABLE_TOTAL: Query = max('minio_cluster_capacity_usable_total_bytes');
export const USABLE_FREE: Query = max('minio_cluster_capacity_usable_free_bytes');

/** Every metric that is queried, under each of its names. */
export const KEPT_METRICS: ReadonlySet<string> = new Set(
  [
    ...WIDGETS.flatMap(({ targets }) => targets.map(({ query }) => query)),
    BUCKET_USAGE,
    USABLE_TOTAL,
  ]
    .flatMap(({ metric, formerly }) => [metric, formerly])
    .filter((name) => name !== undefined),
);
