import type { RunningRequests } from '../http/running-requests.ts';
import type { Store } from '../store.ts';
import type { RequestMetrics } from './request-metrics.ts';

/** What metrics are read from. */
export interface MetricSources {
  readonly store: Store;
  readonly requests: RequestMetrics;
  readonly running: Pick<RunningRequests, 'calls'>;
}

/** Buckets that are told of one by one, the first by name: as many as MinIO tells of. */
export const MAX_BUCKETS = 100;
