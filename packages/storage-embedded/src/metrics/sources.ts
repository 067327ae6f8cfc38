import type { RunningRequests } from '../http/running-requests.ts';
import type { Store } from '../store.ts';
import type { RequestMetrics } from './request-metrics.ts';

/** The sources of metrics. */
export interface MetricSources {
  readonly store: Store;
  readonly requests: RequestMetrics;
  readonly running: Pick<RunningRequests, 'calls'>;
}

/** Maximum number of buckets with their own metrics, the first by name; the same as in MinIO. */
export const MAX_BUCKETS = 100;
