import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../state/postgres.ts';
import {
  ANY_RECORD,
  AUDIT_RETENTION,
  HOUR,
  line,
  NOW,
  search,
} from '../../testing/audit-entries.ts';
import {
  postgresPrograms,
  startTestPostgres,
  type TestPostgres,
} from '../../testing/test-postgres.ts';
import type { AuditLog } from '../audit-log.ts';
import { DAY_MS, tablesOf } from './days.ts';
import { type PostgresAuditLogOptions, postgresAuditLog } from './postgres-audit-log.ts';

const TODAY = Math.floor(NOW / DAY_MS);

describe.skipIf(postgresPrograms === undefined)('the audit log that consoles share', () => {
  let postgres: TestPostgres;
  let url: string;
  const logs: AuditLog[] = [];
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  beforeEach(async () => {
    url = await postgres.newDatabase();
    await (await openPostgres(url, () => undefined)).close();
  });
  afterEach(async () => {
    for (const log of logs.splice(0)) await log.close();
  });
  afterAll(() => postgres.server.remove());

  function open(options: Partial<PostgresAuditLogOptions> = {}) {
    const log = postgresAuditLog({
      ...{ url, retention: AUDIT_RETENTION, waitMs: 60_000, onBroken: () => undefined },
      ...options,
    });
    logs.push(log);
    const append = (...lines: readonly string[]) => log.append(Buffer.from(lines.join('\n')));
    return { ...log, add: append };
  }

  const partitions = () =>
    postgres.run(
      url,
      `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE relkind = 'r' AND inhparent = 'audit_records'::regclass ORDER BY relname`,
    );

  it('is one for consoles that receive the same records at once', async () => {
    const [one, other] = [open(), open()];
    const lines = Array.from({ length: 200 }, (_, index) => line({ time: NOW - index * HOUR }));
    const answers = await Promise.all(
      [one, other, one, other].map((log) => log.append(Buffer.from(lines.join('\n')))),
    );
    expect(answers).toEqual(Array(4).fill({ refused: 0 }));
    const all = search({}, { from: NOW - 300 * HOUR, limit: 500 });
    expect((await one.search(all)).records).toHaveLength(200);
    expect(await other.search(all)).toEqual(await one.search(all));
    expect(await other.holdings()).toMatchObject({ records: 200, newest: NOW });
    const { slots } = await other.summary({ from: NOW - 300 * HOUR, to: NOW + 1 }, ANY_RECORD);
    expect(slots.reduce((sum, { calls }) => sum + calls, 0)).toBe(200);
  });

  it('commits what comes in one moment together, before it is acknowledged', async () => {
    const log = open();
    await log.add(line());
    await Promise.all(Array.from({ length: 50 }, () => log.add(line())));
    const [row] = await postgres.run(
      url,
      'SELECT COUNT(*)::int AS records, COUNT(DISTINCT xmin::text)::int AS commits FROM audit_records',
    );
    expect(row).toEqual({ records: 51, commits: 2 });
  });

  it('gives each day a partition when it is needed, and drops the oldest', async () => {
    const log = open();
    await log.add(line({ time: NOW - 2 * DAY_MS }), line());
    const names = [TODAY - 2, TODAY].map((day) => ({ relname: tablesOf(day).records }));
    expect(await partitions()).toEqual(names);
    await open({ retention: { ...AUDIT_RETENTION, days: 1 } }).prune();
    expect(await partitions()).toEqual(names.slice(1));
    await log.add(line({ time: NOW - 2 * DAY_MS }));
    expect(await partitions()).toEqual(names);
  });

  it('keeps records of the last millisecond of a day, however many', async () => {
    const log = open();
    const lines = Array.from({ length: 2500 }, () => line({ time: TODAY * DAY_MS - 1 }));
    await log.add(...lines);
    await log.add(...lines);
    expect((await log.holdings()).records).toBe(2500);
  });

  it('says how far a search came when it takes too long, and goes on from there', async () => {
    const log = open({ pace: { milliseconds: 0, step: 100 } });
    const wanted = { time: NOW - 2 * DAY_MS, requestID: 'WANTED', api: { object: 'same' } };
    await log.add(
      line(wanted),
      ...Array.from({ length: 500 }, () => line({ api: { object: 'same' } })),
    );
    for (const newestFirst of [true, false]) {
      const given = search(
        { object: 's*e', requestId: '*W*' },
        { from: NOW - 3 * DAY_MS, newestFirst },
      );
      const ids: string[] = [];
      let page = await log.search(given);
      ids.push(...page.records.map(({ requestId }) => requestId));
      let calls = 1;
      for (; page.reached !== undefined && calls < 50; calls += 1) {
        page = await log.search({ ...given, after: page.reached.id });
        ids.push(...page.records.map(({ requestId }) => requestId));
      }
      expect(ids).toEqual(['WANTED']);
      expect(calls).toBeGreaterThan(4);
      expect(calls).toBeLessThan(12);
    }
  });

  it('finds parts of names with an index where the role may have the extension, and without', async () => {
    await postgres.run(url, 'CREATE SCHEMA elsewhere; CREATE EXTENSION pg_trgm SCHEMA elsewhere');
    const log = open();
    await log.add(line({ time: NOW - 2 * DAY_MS, api: { object: 'one/needle%_.txt' } }));
    await postgres.run(url, 'DROP EXTENSION pg_trgm');
    await log.add(line({ api: { object: 'two/needle%_.txt' } }), line({ api: { object: 'x' } }));
    expect(await postgres.run(url, 'SELECT parts FROM audit_days ORDER BY day')).toEqual([
      { parts: false },
      { parts: true },
    ]);
    const { records } = await log.search(
      search({ object: '*/needle%_*' }, { from: NOW - 3 * DAY_MS }),
    );
    expect(records.map(({ object }) => object)).toEqual(['two/needle%_.txt', 'one/needle%_.txt']);
  });

  it('acknowledges nothing while the database is away, and goes on when it is back', async () => {
    const log = open();
    await log.add(line());
    await postgres.server.stop();
    const lost = line();
    await expect(log.add(lost)).rejects.toMatchObject({ code: 'StateUnavailable', status: 503 });
    await expect(log.search(search())).rejects.toMatchObject({ code: 'StateUnavailable' });
    await postgres.server.start();
    await expect
      .poll(() => log.add(lost).catch(() => undefined), { timeout: 20_000 })
      .toEqual({ refused: 0 });
    expect((await log.holdings()).records).toBe(2);
  });
});
