import { createHmac } from 'node:crypto';
import {
  createHistory,
  FINEST,
  keyOf,
  type MetricHistory,
  type Sample,
} from '@stowage/metrics/history';
import { createPrometheus } from '@stowage/metrics/prometheus';
import type { Query, QueryEngine, Range, Series } from '@stowage/metrics/query';
import { samplesOf } from '@stowage/metrics/sampler';
import { BUCKET_USAGE, USABLE_FREE, USABLE_TOTAL, WIDGETS } from '@stowage/metrics/widgets';
import { createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorageTarget, startTarget } from '../../../../tests/targets/target.ts';
import { openSqliteState, type State } from '../state/state.ts';
import { hasPrometheus, startPrometheus, type TestPrometheus } from '../testing/test-prometheus.ts';

const SAMPLES = 40;
const PAGES = ['cluster', 'node', 'bucket'] as const;
const SIGNAL = new AbortController().signal;
/** In the past: what is scraped while the test runs stays apart from it. */
const BEGIN = Math.floor((Date.now() / 1000 - 3600) / FINEST) * FINEST;
/** Between the samples: whether a window begins with its first moment differs among versions of Prometheus. */
const RANGE: Range = { start: BEGIN + 307, end: BEGIN + (SAMPLES - 1) * FINEST, step: 30 };

let target: StorageTarget;
let state: State;
let history: MetricHistory;
let prometheus: TestPrometheus;
let queried: QueryEngine;

/** What the storage server tells, while somebody works with it. */
async function record(): Promise<readonly (readonly Sample[])[]> {
  const { endpoint, region, accessKey, secretKey } = target;
  const options = { endpoint, region, credentials: { accessKey, secretKey } };
  const [s3, admin] = [createS3Client(options), createAdminClient(options)];
  await s3.makeBucket({ bucket: 'compared' });
  const samples: Sample[][] = [];
  for (let n = 0; n < SAMPLES; n += 1) {
    for (let put = 0; put < n % 4; put += 1) {
      const body = Buffer.alloc(1000 * n);
      await s3.putObject({ bucket: 'compared', key: `o${n}-${put}`, body, size: body.length });
    }
    await s3.headObject({ bucket: 'compared', key: 'none' }).catch(() => undefined);
    const texts = await Promise.all(PAGES.map((page) => admin.metricPage({ page })));
    const unique = new Map(
      texts.flatMap((text) => samplesOf(text ?? '').map((one) => [keyOf(one), one] as const)),
    );
    samples.push([...unique.values()]);
  }
  return samples;
}

function asOpenMetrics(recorded: readonly (readonly Sample[])[]): string {
  const lines = recorded.flatMap((samples, n) =>
    samples.map(({ name, labels, value }) => {
      const all = { ...labels, job: 'recorded', instance: 'a' };
      const pairs = Object.entries(all).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
      return `${name}{${pairs.join(',')}} ${value} ${BEGIN + n * FINEST}`;
    }),
  );
  return `${lines.join('\n')}\n# EOF\n`;
}

/** As `mc admin prometheus generate` makes it. */
function bearer(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS512', typ: 'JWT' })}.${part({ iss: 'prometheus', sub: target.accessKey, exp: 4_948_958_931 })}`;
  return `${signed}.${createHmac('sha512', target.secretKey).update(signed).digest('base64url')}`;
}

beforeAll(async () => {
  if (!hasPrometheus()) return;
  target = await startTarget();
  const recorded = await record();
  state = openSqliteState(':memory:');
  history = createHistory(state.metrics.of('test'), () => RANGE.end);
  for (const [n, samples] of recorded.entries()) await history.keep(BEGIN + n * FINEST, samples);
  const scraped = PAGES.map((page) => ({
    job: page === 'cluster' ? 'live' : `live-${page}`,
    target: new URL(target.endpoint).host,
    path: `/minio/v2/metrics/${page}`,
    token: bearer(),
  }));
  prometheus = await startPrometheus(asOpenMetrics(recorded), scraped);
  queried = createPrometheus({ url: prometheus.url, job: 'recorded' });
}, 120_000);
afterAll(async () => {
  await prometheus?.stop();
  await state?.close();
  await target?.close();
});

const QUERIES: readonly (readonly [string, Query])[] = [
  ...WIDGETS.flatMap(({ id, title, targets }) =>
    targets.map(({ query }, n) => [`${id} ${title.trim()} (${n + 1})`, query] as const),
  ),
  ['usage of buckets', BUCKET_USAGE],
  ['usable space', USABLE_TOTAL],
  ['free space', USABLE_FREE],
];

const byLabels = (series: readonly Series[]) =>
  new Map(series.map((one) => [keyOf({ name: '', labels: one.labels }), one]));

describe.skipIf(!hasPrometheus())('the sampler and a real Prometheus, from the same server', () => {
  it.each(QUERIES)('say the same of %s', async (_name, query) => {
    const [own, theirs] = (
      await Promise.all([history.run(query, RANGE, SIGNAL), queried.run(query, RANGE, SIGNAL)])
    ).map(byLabels);
    expect([...(own?.keys() ?? [])].sort()).toEqual([...(theirs?.keys() ?? [])].sort());
    for (const [labels, { times, values }] of own ?? []) {
      const other = theirs?.get(labels);
      expect(other?.times).toEqual(times);
      for (const [index, value] of values.entries()) {
        const there = other?.values[index] ?? Number.NaN;
        expect(Math.abs(there - value)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)));
      }
    }
  });

  it('have something to say', async () => {
    const requests = await history.run(
      { metric: 'minio_s3_requests_total', as: 'rate', total: { of: 'sum', by: ['api'] } },
      RANGE,
      SIGNAL,
    );
    expect(requests.map(({ labels }) => labels.api)).toContain('headobject');
    expect(await history.run(USABLE_TOTAL, RANGE, SIGNAL)).toHaveLength(1);
  });

  it('reads what that Prometheus scrapes itself, by the token of MinIO', async () => {
    const live = createPrometheus({ url: prometheus.url, job: 'live' });
    const latest = async (query: Query) => {
      const end = Math.floor(Date.now() / 1000);
      const [one] = await live.run(query, { start: end, end, step: 15 }, SIGNAL);
      return one?.values[0];
    };
    const bound = { timeout: 20_000, interval: 200 };
    await expect.poll(() => latest({ metric: 'minio_cluster_nodes_online_total' }), bound).toBe(1);
    await expect
      .poll(() => latest({ metric: 'minio_node_drive_total_bytes' }), bound)
      .toBeGreaterThan(0);
  });
});
