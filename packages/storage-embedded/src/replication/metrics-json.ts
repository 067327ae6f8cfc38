import type { Engine } from '../engine/types.ts';
import type { Amount } from './metrics.ts';
import type { RemoteTarget } from './remote-target.ts';
import type { Replication } from './replication.ts';
import { workBehind } from './work.ts';

/** Maximum number of queue entries counted for a reply. */
const MAX_COUNTED = 10_000;
const PAGE = 500;
const NO_ERRORS = {
  lastMinute: { count: 0, bytes: 0 },
  lastHour: { count: 0, bytes: 0 },
  totals: { count: 0, bytes: 0 },
};

interface MetricsStore {
  readonly replication: Pick<Replication, 'targets' | 'metrics' | 'running'>;
  readonly engine: Pick<Engine, 'pageDocuments'>;
  readonly startedAt: number;
  readonly endpoint: () => string;
}

/** MinIO's BucketStats, which most clients show. */
export function bucketStats(store: MetricsStore, bucket: string): object {
  const uptime = Math.floor((Date.now() - store.startedAt) / 1000);
  const queued = inQueue(store, bucket);
  const { running } = store.replication;
  const node = {
    nodeName: store.endpoint(),
    uptime,
    activeWorkers: { curr: running, avg: running, max: running },
    transferSummary: {},
    tgtTransferStats: {},
    queueStats: queued,
    mrfStats: {
      failedCount_last5min: 0,
      droppedCount_since_uptime: 0,
      droppedBytes_since_uptime: 0,
    },
  };
  return {
    uptime,
    currStats: bucketMetrics(store, bucket),
    queueStats: { nodes: [node], uptime },
    proxyStats: {},
  };
}

/** MinIO's BucketReplicationStats. */
export function bucketMetrics(store: MetricsStore, bucket: string): object {
  const { targets, metrics } = store.replication;
  const of = targets.of(bucket);
  const queued = inQueue(store, bucket);
  const counted = of.map((target) => metrics.target(bucket, target.arn));
  const sum = (pick: (of: (typeof counted)[number]) => number) =>
    counted.reduce((total, one) => total + pick(one), 0);
  const replicas = metrics.replicas(bucket);
  const failed = { count: sum((one) => one.failed.count), bytes: sum((one) => one.failed.bytes) };
  return {
    Stats: Object.fromEntries(of.map((target) => [target.arn, targetStats(store, target)])),
    completedReplicationSize: sum((one) => one.completed.bytes),
    replicaSize: replicas.bytes,
    failed: counted.length === 1 ? counted[0]?.failures() : { ...NO_ERRORS, totals: failed },
    replicationCount: sum((one) => one.completed.count),
    replicaCount: replicas.count,
    queued,
    pendingReplicationSize: queued.curr.bytes,
    failedReplicationSize: failed.bytes,
    pendingReplicationCount: queued.curr.count,
    failedReplicationCount: failed.count,
  };
}

function targetStats(
  { replication }: MetricsStore,
  { sourceBucket, arn, bandwidthLimit }: RemoteTarget,
): object {
  const metrics = replication.metrics.target(sourceBucket, arn);
  return {
    completedReplicationSize: metrics.completed.bytes,
    replicaSize: 0,
    failed: metrics.failures(),
    replicationCount: metrics.completed.count,
    replicationLatency: { UploadHistogram: null },
    limitInBits: bandwidthLimit,
    currentBandwidth: metrics.rate(),
    pendingReplicationSize: 0,
    failedReplicationSize: metrics.failed.bytes,
    pendingReplicationCount: 0,
    failedReplicationCount: metrics.failed.count,
  };
}

/** Returns what is queued for all buckets. */
export function queuedWork(engine: MetricsStore['engine']): Amount {
  return countWork(engine, () => true);
}

/** MinIO's InQueueMetric: what is queued for the bucket. */
function inQueue({ engine }: MetricsStore, bucket: string): { curr: Amount } {
  const curr = countWork(engine, (name) => name === bucket);
  return { curr, ...{ avg: curr, max: curr, peak: curr } };
}

function countWork(engine: MetricsStore['engine'], counts: (bucket: string) => boolean): Amount {
  let count = 0;
  let bytes = 0;
  let after = '';
  for (let seen = 0; seen < MAX_COUNTED; seen += PAGE) {
    const page = workBehind(engine, after, PAGE);
    for (const { work } of page.filter(({ work }) => counts(work.bucket))) {
      count += 1;
      bytes += work.op === 'send' ? work.size : 0;
    }
    after = page.at(-1)?.name ?? '';
    if (page.length < PAGE) {
      break;
    }
  }
  return { count, bytes };
}
