/** The cost of the console's own metrics: CPU, disk, and the time of a widget over 90 days. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createHistory,
  FINEST,
  RESOLUTIONS,
  type Sample,
  type SampleStore,
  SLOW_STEP,
} from '@stowage/metrics/history';
import { createSampler, samplesOf } from '@stowage/metrics/sampler';
import { WIDGETS } from '@stowage/metrics/widgets';
import { createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client } from '@stowage/storage-client/s3';
import { openSqliteState } from '../apps/server/src/state/state.ts';
import type { Server } from './servers.ts';
import type { Row } from './table.ts';

const BUCKETS = 100;
const ROUNDS = 40;
const DAY = 86_400;
const MIB = 1024 * 1024;
const PAGES = ['cluster', 'node', 'bucket'] as const;
const SIGNAL = new AbortController().signal;

export const METRIC_COLUMNS = [
  'storage',
  'series',
  'core',
  'MiB for 90 days',
  'first widget (ms)',
  'all widgets (ms)',
];

/** Fills a store with a hundred buckets, with enough kinds of calls to produce every metric. */
async function fill({ endpoint, accessKey, secretKey }: Server) {
  const options = { endpoint, region: 'us-east-1', credentials: { accessKey, secretKey } };
  const s3 = createS3Client(options);
  for (let n = 0; n < BUCKETS; n += 1) {
    const bucket = `measured-${String(n).padStart(3, '0')}`;
    await s3.makeBucket({ bucket });
    await s3.putObject({ bucket, key: 'a', body: Buffer.alloc(1000 * n), size: 1000 * n });
    await s3.headObject({ bucket, key: 'none' }).catch(() => undefined);
  }
  return createAdminClient(options);
}

type Admin = Awaited<ReturnType<typeof fill>>;

/** Returns the share of a core that sampling every fifteen seconds takes, with actual pages. */
async function shareOfCore(admin: Admin, store: SampleStore): Promise<number> {
  let now = 1_800_000_000;
  const history = createHistory(store, () => now);
  const sampler = createSampler({
    history,
    reader: async () => (page, signal) => admin.metricPage({ page, signal }),
    isMine: async () => true,
    now: () => now,
    onFailure: (error) => {
      throw error;
    },
  });
  await sampler.sample();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    now += FINEST;
    await sampler.sample();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / (ROUNDS * FINEST);
}

/** Fills ninety days as they are stored in the end: each resolution for its retention period. */
export async function fill90Days(admin: Admin, store: SampleStore, end: number): Promise<number> {
  const texts = await Promise.all(PAGES.map((page) => admin.metricPage({ page })));
  const [cluster = [], node = [], bucket = []] = texts.map((text) => samplesOf(text ?? ''));
  const quick = [...cluster, ...node];
  const all = [...quick, ...bucket];
  const history = createHistory(store, () => end);
  const grown = (samples: readonly Sample[], at: number) =>
    samples.map((one) => ({ ...one, value: one.value * (1 + at / end) }));
  const times = new Set<number>();
  for (const { step, kept } of RESOLUTIONS) {
    const from = end - Math.min(kept, 90 * DAY);
    for (let at = Math.ceil(from / step) * step; at <= end; at += step) times.add(at);
  }
  for (const at of [...times].sort((a, b) => a - b)) {
    await history.keep(at, grown(at % SLOW_STEP === 0 ? all : quick, at));
  }
  return (await store.series()).length;
}

/** Returns the milliseconds until the dashboard's first widget has values, and until all have. */
async function timeOfWidgets(store: SampleStore, end: number): Promise<readonly [number, number]> {
  const history = createHistory(store, () => end);
  const range = { start: end - 90 * DAY, end, step: 21_600 };
  // The first thing that the dashboard draws: usage growth.
  const queries = WIDGETS.toSorted((a, b) => Number(b.id === 68) - Number(a.id === 68)).flatMap(
    ({ targets }) => targets.map(({ query }) => query),
  );
  const begun = performance.now();
  let first: number | undefined;
  for (const query of queries) {
    await history.run(query, range, SIGNAL);
    first ??= performance.now() - begun;
  }
  return [first ?? Number.NaN, performance.now() - begun];
}

/** Measures the sampler in front of a store with a hundred buckets. */
export async function metricCosts(servers: readonly Server[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const server of servers) {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-bench-metrics-'));
    const file = join(folder, 'console.db');
    const state = openSqliteState(file);
    try {
      const admin = await fill(server);
      const share = await shareOfCore(admin, state.metrics.of('share'));
      const end = 1_800_000_000;
      const series = await fill90Days(admin, state.metrics.of('days'), end);
      const size = (await stat(file)).size / MIB;
      const [first, all] = await timeOfWidgets(state.metrics.of('days'), end);
      rows.push([server.name, series, `${(100 * share).toFixed(2)} %`, size, first, all]);
    } finally {
      await state.close();
      await rm(folder, { recursive: true });
    }
  }
  return rows;
}
