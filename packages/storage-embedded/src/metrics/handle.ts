import {
  METRIC_TEXT_TYPE,
  type MetricFamily,
  writeMetrics,
} from '@stowage/storage-wire/prometheus-text';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { ApiRequest } from '../api-request.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import type { Target } from '../http/target.ts';
import { bearerOf } from './bearer.ts';
import { bucketFamilies } from './bucket-families.ts';
import { clusterFamilies } from './cluster-families.ts';
import { legacyFamilies } from './legacy-families.ts';
import { nodeFamilies } from './node-families.ts';
import type { MetricSources } from './sources.ts';

type Read = (sources: MetricSources) => Promise<readonly MetricFamily[]> | readonly MetricFamily[];

const PAGES: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['/minio/v2/metrics/node', nodeFamilies],
  ['/minio/v2/metrics/cluster', clusterFamilies],
  ['/minio/v2/metrics/bucket', bucketFamilies],
  ['/minio/prometheus/metrics', legacyFamilies],
]);

/** Whether a path is one of MinIO's metrics endpoints. */
export function isMetricsPath(path: string): boolean {
  return PAGES.has(path);
}

/**
 * Answers a scrape of MinIO's metrics.
 *
 * @throws S3Error AccessDenied, MethodNotAllowed
 */
export async function handleMetrics(
  sources: MetricSources,
  exchange: Exchange,
  target: Target,
): Promise<Reply> {
  const { store } = sources;
  const { method, headers } = exchange.message;
  const caller = bearerOf(store.authenticator, headers, Date.now());
  const about = { ...target, bucket: '', key: '' };
  const signature = { kind: 'anonymous' } as const;
  new ApiRequest(store, exchange, about, { caller, signature }).require('admin:Prometheus');
  const read = PAGES.get(target.path);
  if ((method !== 'GET' && method !== 'HEAD') || read === undefined) {
    throw new S3Error('MethodNotAllowed');
  }
  const body = writeMetrics(await read(sources));
  const type = ['Content-Type', METRIC_TEXT_TYPE];
  return method === 'GET'
    ? { status: 200, headers: type, body }
    : { status: 200, headers: [...type, 'Content-Length', String(Buffer.byteLength(body))] };
}
