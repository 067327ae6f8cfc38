/**
 * The console's audit log under the load of a storage server: records per second, disk usage, and
 * the duration of searches with many, few and no results.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditFilter } from '../apps/server/src/audit-log/audit-log.ts';
import { sqliteAuditLog } from '../apps/server/src/audit-log/sqlite/sqlite-audit-log.ts';
import type { Row } from './table.ts';

const RECORDS = Number(process.env.BENCH_AUDIT_RECORDS ?? '1000000');
const BATCH = 100;
/** Number of concurrent deliveries. */
const LANES = 8;
/** Number of runs per search: the first one reads from disk, later ones from memory. */
const TIMES = 3;
const DAY = 86_400_000;
const APIS = ['GetObject', 'PutObject', 'HeadObject', 'ListObjectsV2', 'DeleteObject'];
const ANY: AuditFilter = {
  ...{ api: '', bucket: '', object: '', requestId: '', userAgent: '', status: '', account: '' },
};

export const AUDIT_COLUMNS = ['records', 'what', 'found', 'result'];

const objectName = (n: number) => `year/2026/month/${n % 12}/photo-${(n * 7919) % RECORDS}.jpg`;
const requestId = (n: number) => (n * 2_654_435_761).toString(16).toUpperCase().padStart(16, '0');

/**
 * Builds a record in MinIO's format: forty users in buckets of their own, one call in fifty
 * refused.
 */
function recordOf(n: number, time: number): string {
  const user = n % 40;
  const refused = n % 50 === 0;
  return JSON.stringify({
    ...{ version: '1', deploymentid: '6faeded5-5cf3-4133-8a37-07c5d500207c', event: '' },
    ...{ time: new Date(time).toISOString(), trigger: 'incoming' },
    api: {
      ...{ name: APIS[n % 5], bucket: `bucket-${user * 2 + (n % 2)}` },
      object: objectName(n),
      ...{ status: refused ? 'Forbidden' : 'OK', statusCode: refused ? 403 : 200 },
      ...{ rx: 0, tx: n % 100_000, txHeaders: 300, timeToResponseInNS: '1500000' },
    },
    ...{ remotehost: `10.0.${user}.1`, requestID: requestId(n), accessKey: `user-${user}` },
    userAgent: `MinIO (linux; amd64) minio-go/v7.0.${user % 5}`,
    requestHeader: { Authorization: '*REDACTED*', 'X-Amz-Date': '20261122T000000Z' },
  });
}

async function fill(log: ReturnType<typeof sqliteAuditLog>, start: number): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < RECORDS) {
      const first = next;
      next += BATCH;
      const lines = Array.from({ length: BATCH }, (_, index) =>
        recordOf(first + index, start + Math.floor(((first + index) * (DAY - 60_000)) / RECORDS)),
      );
      await log.append(Buffer.from(lines.join('\n')));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (RECORDS / (performance.now() - begun)) * 1000;
}

export async function auditLogs(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-bench-audit-'));
  const log = sqliteAuditLog(directory, { days: 30, bytes: Number.MAX_SAFE_INTEGER });
  const rows: Row[] = [];
  const count = RECORDS.toLocaleString('en');
  try {
    const start = Date.now() - DAY;
    rows.push([count, 'written', '', `${Math.round(await fill(log, start))} a second`]);
    const { bytes } = await log.holdings();
    rows.push([count, 'kept', '', `${Math.round(bytes / RECORDS)} bytes each`]);
    const search = async (what: string, filter: Partial<AuditFilter>) => {
      const times: number[] = [];
      let [found, isWhole] = [0, true];
      while (times.length < TIMES) {
        const begun = performance.now();
        const { records, reached } = await log.search({
          ...{ from: start, to: Date.now(), newestFirst: true, skip: 0, limit: 100 },
          filter: { ...ANY, ...filter },
        });
        times.push(Math.round(performance.now() - begun));
        [found, isWhole] = [records.length, reached === undefined];
      }
      const result = `${times.join(' / ')} ms`;
      rows.push([count, what, found, isWhole ? result : `${result}, not at the end`]);
    };
    await search('no filter', {});
    await search('a bucket', { bucket: 'bucket-16' });
    await search('refusals of a user', { status: '403', account: 'user-30' });
    await search('calls that there were not', { api: 'PutBucket*' });
    await search('an object by its name', { object: objectName(4242).replaceAll('.', '\\.') });
    await search('an object by its name, with wildcards', {
      object: `year/2026/month/*/photo-4711\\.jpg`,
    });
    await search('an object of a bucket', { object: '*photo-1234*', bucket: 'bucket-1?' });
    await search('an object that there is not', { object: '*holiday*' });
    await search('a request', { requestId: requestId(4242) });
    await search('a request that there was not', { requestId: 'NONE' });
    const begun = performance.now();
    await log.summary({ from: start, to: Date.now() }, ANY);
    rows.push([count, 'a day summed up', '', `${Math.round(performance.now() - begun)} ms`]);
    return rows;
  } finally {
    await log.close();
    await rm(directory, { recursive: true });
  }
}
