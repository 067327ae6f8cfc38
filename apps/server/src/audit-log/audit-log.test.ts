import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../state/postgres.ts';
import {
  ANY_RECORD,
  AUDIT_RETENTION,
  HOUR,
  lastEntry,
  line,
  NOW,
  search,
} from '../testing/audit-entries.ts';
import {
  postgresPrograms,
  startTestPostgres,
  type TestPostgres,
} from '../testing/test-postgres.ts';
import type { AuditLog, Retention } from './audit-log.ts';
import { postgresAuditLog } from './postgres/postgres-audit-log.ts';
import { LogReader } from './sqlite/log-reader.ts';
import { LogWriter } from './sqlite/log-writer.ts';

/** Long enough for a slow machine. */
const SEARCH_MS = 60_000;
/** Deletion counts records in batches of this size. */
const PART = 4096;

let postgres: TestPostgres;
beforeAll(async () => {
  if (postgresPrograms !== undefined) postgres = await startTestPostgres();
});
afterAll(() => postgres?.server.remove());

/** Where the logs of one test are opened, one after another. */
interface Place {
  open(retention: Retention): Promise<AuditLog>;
  remove(): void;
}

const STORES = [
  { name: 'files', isThere: true, place: filePlace },
  { name: 'PostgreSQL', isThere: postgresPrograms !== undefined, place: postgresPlace },
];

/** Without threads, which have their own test. */
async function filePlace(): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'stowage-audit-'));
  return {
    async open(retention) {
      const writer = new LogWriter(directory, retention);
      const reader = new LogReader(directory, SEARCH_MS);
      return {
        async append(delivery) {
          const [appended] = writer.append([delivery.toString('utf8')]);
          return appended ?? { refused: 0 };
        },
        search: async (given) => reader.search(given),
        summary: async (range, filter) => reader.summary(range, filter),
        holdings: async () => reader.holdings(),
        prune: async () => writer.prune(),
        async close() {
          writer.close();
          reader.close();
        },
      };
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

async function postgresPlace(): Promise<Place> {
  const url = await postgres.newDatabase();
  await (await openPostgres(url, () => undefined)).close();
  return {
    async open(retention) {
      const pace = { milliseconds: SEARCH_MS, step: 1000 };
      return postgresAuditLog({
        ...{ url, retention, pace, waitMs: SEARCH_MS, onBroken: () => undefined },
      });
    },
    remove: () => undefined,
  };
}

describe.each(STORES.filter(({ isThere }) => isThere))('the audit log in $name', ({ place }) => {
  let here: Place;
  const logs = new Set<AuditLog>();
  beforeEach(async () => {
    here = await place();
  });
  afterEach(async () => {
    for (const log of logs) await log.close();
    logs.clear();
    here.remove();
  });

  async function open(retention: Retention = AUDIT_RETENTION) {
    const log = await here.open(retention);
    logs.add(log);
    return {
      ...log,
      add: (...lines: readonly string[]) => log.append(Buffer.from(lines.join('\n'))),
      async names(...given: Parameters<typeof search>) {
        const { records } = await log.search(search(...given));
        return records.map(({ object }) => object);
      },
      close() {
        logs.delete(log);
        return log.close();
      },
    };
  }

  it('leaves out the calls of one user agent, also when they are summed up', async () => {
    const log = await open();
    await log.add(line({ userAgent: 'Stowage' }), line(), line({ userAgent: 'Stowage 2' }));
    const filter = { exceptUserAgent: 'Stowage' };
    const { records } = await log.search(search(filter));
    expect(records.map(({ userAgent }) => userAgent).sort()).toEqual(['Stowage 2', 'mc/1']);
    const range = { from: NOW - HOUR, to: NOW + HOUR };
    const { statuses } = await log.summary(range, { ...ANY_RECORD, ...filter });
    expect(statuses).toMatchObject([{ calls: 2 }]);
  });

  describe('what is written', () => {
    it('knows a record that is delivered twice', async () => {
      const log = await open();
      const twice = line();
      await log.add(twice, line());
      await log.add(twice);
      expect(await log.names()).toHaveLength(2);
      expect((await log.holdings()).records).toBe(2);
    });

    it('keeps apart what comes in one millisecond', async () => {
      const log = await open();
      const lines = Array.from({ length: 3000 }, () => line());
      await log.add(...lines);
      expect(await log.names({}, { limit: 5000 })).toHaveLength(3000);
    });

    it('refuses what is too old or lies in the future, and cuts what is too long', async () => {
      const log = await open();
      const tooOld = line({ time: NOW - 31 * 24 * HOUR });
      const tooNew = line({ time: NOW + 25 * HOUR });
      const { refused } = await log.add(
        ...[tooOld, tooNew, line({ userAgent: 'x'.repeat(100_000) }), '{"time":"yesterday"}'],
      );
      expect(refused).toBe(3);
      const [record] = (await log.search(search())).records;
      expect(record?.userAgent).toHaveLength(1024);
    });

    it('keeps texts that a database may refuse', async () => {
      const log = await open();
      const objects = [{ objectName: 'nul \0 and half \ud800' }, { objectName: '"\\' }];
      const long = '€'.repeat(1024);
      await log.add(
        line({ api: { object: 'nul \0 and half \ud83d', bucket: long }, userAgent: long }),
        line({ api: { object: '', objects }, requestID: 'R\0' }),
        line({ api: { object: '\u202efdp.exe 👩‍🚀' } }),
      );
      expect(await log.names({ object: 'nul * and half *' })).toHaveLength(2);
      expect(await log.names({ object: '"*' })).toEqual(['']);
      expect(await log.names({ object: '\u202e*👩‍🚀' })).toHaveLength(1);
      expect(await log.names({ bucket: long })).toHaveLength(1);
      expect(await log.names({ requestId: 'R\0', object: 'none\0' })).toEqual([]);
      const hostile = ['NULL', '{"a","b\\"}', '\',\n"', '=1+1'];
      await log.add(...hostile.map((object) => line({ accessKey: 'eve', api: { object } })));
      expect((await log.names({ account: 'eve' })).toSorted()).toEqual(hostile.toSorted());
    });

    it('keeps the other records of a delivery whatever one of them holds', async () => {
      const log = await open();
      const { refused } = await log.add(
        line({ api: { rx: 1e300, tx: -5, statusCode: 1.5, timeToResponseInNS: '-1' } }),
        line({ api: { name: 7, bucket: null, objects: 'x', object: ['a'] }, accessKey: 'eve' }),
        line({ api: { objects: [{}, null, 7, { objectName: 'one' }] }, accessKey: 'eve' }),
        `${line().slice(0, 200)}`,
        '[]',
        '{"time":"2026-13-45T00:00:00Z"}',
        line({ accessKey: 'mallory' }),
      );
      expect(refused).toBe(3);
      const { records } = await log.search(search());
      expect(records).toHaveLength(4);
      const largest = records.find(({ received }) => received > 0);
      expect(largest).toMatchObject({ received: Number.MAX_SAFE_INTEGER, sent: 0, statusCode: 1 });
      expect(records.map(({ objects }) => objects)).toContain('["one"]');
    });

    it('takes a delivery with millions of parts', async () => {
      const log = await open();
      const parts = (part: string, count: number) => Array(count).fill(part).join(',');
      const { refused } = await log.add(
        line({ api: { objects: [] } }).replace('"objects":[]', `"objects":[${parts('{}', 2e6)}]`),
        `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`,
        '\n'.repeat(1e6),
        line(),
      );
      expect(refused).toBe(1);
      expect((await log.holdings()).records).toBe(2);
    });
  });

  describe('a search', () => {
    it('reads wildcards as the page explains them', async () => {
      const log = await open();
      const objects = ['a.jpg', 'b.jpg', 'axjpg', 'a*[1]?.jpg', 'sub/ä.jpg'];
      await log.add(
        ...objects.map((object, index) => line({ time: NOW + index, api: { object } })),
      );
      expect(await log.names({ object: 'a.jpg' })).toEqual(['axjpg', 'a.jpg']);
      expect(await log.names({ object: 'a\\.jpg' })).toEqual(['a.jpg']);
      expect(await log.names({ object: 'a\\*[1]?*' })).toEqual(['a*[1]?.jpg']);
      expect(await log.names({ object: '*/..jpg' })).toEqual(['sub/ä.jpg']);
      expect(await log.names({ object: 'A*' })).toEqual([]);
    });

    it('looks at each field, and at all of them together', async () => {
      const log = await open();
      await log.add(
        line({ api: { object: '1', bucket: 'photos', name: 'PutObject' } }),
        line({ api: { object: '2', statusCode: 403, status: 'Forbidden' }, accessKey: 'eve' }),
        line({ api: { object: '3' }, userAgent: 'aws-cli/2', parentUser: 'carl' }),
        line({ api: { object: '4' }, requestID: 'WANTED' }),
      );
      expect(await log.names({ api: 'Put*', bucket: 'photos' })).toEqual(['1']);
      expect(await log.names({ api: 'Put*', bucket: 'films' })).toEqual([]);
      expect(await log.names({ status: '403' })).toEqual(['2']);
      expect(await log.names({ status: 'Forb*' })).toEqual(['2']);
      expect(await log.names({ account: 'eve' })).toEqual(['2']);
      expect(await log.names({ account: 'carl' })).toEqual(['3']);
      expect(await log.names({ userAgent: '*cli*' })).toEqual(['3']);
      expect(await log.names({ requestId: 'WANTED' })).toEqual(['4']);
      expect(await log.names({ requestId: 'WAN*' })).toEqual(['4']);
      expect(await log.names({ object: '4', requestId: 'R1' })).toEqual([]);
    });

    it('finds what it should where each call has a user agent of its own', async () => {
      const log = await open();
      const calls = Array.from({ length: 4200 }, (_, index) =>
        line({ time: NOW - index, userAgent: `agent/${index}`, api: { object: `${index}` } }),
      );
      await log.add(...calls, line({ time: NOW - 5000, userAgent: 'Stowage' }));
      expect(await log.names({ userAgent: 'agent/*' }, { limit: 5000 })).toHaveLength(4200);
      expect(await log.names({ exceptUserAgent: 'Stowage', object: '41..' })).toHaveLength(100);
      expect(await log.names({ bucket: 'photos', userAgent: 'agent/4199' })).toEqual(['4199']);
      expect(await log.names({ bucket: 'films' })).toEqual([]);
      expect(await log.names({ userAgent: 'Stowage' })).toHaveLength(1);
    });

    it('finds the objects of a call that concerns many', async () => {
      const log = await open();
      const objects = ['x/one', 'x/two'].map((objectName) => ({ objectName }));
      await log.add(line({ api: { name: 'DeleteMultipleObjects', object: '', objects } }), line());
      const { records } = await log.search(search({ object: 'x/two' }));
      expect(records.map(({ objects }) => objects)).toEqual(['["x/one","x/two"]']);
    });

    it('goes on page by page in both orders, over days', async () => {
      const log = await open();
      const times = Array.from({ length: 50 }, (_, index) => NOW - index * HOUR);
      await log.add(...times.map((time, index) => line({ time, api: { object: `${index}` } })));
      const range = { from: NOW - 60 * HOUR, to: NOW + 1, limit: 20 };
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const { records } = await log.search(search({}, { ...range, ...(after && { after }) }));
        seen.push(...records.map(({ object }) => object));
        after = records.at(-1)?.id;
        if (records.length < 20) break;
      }
      expect(seen).toEqual(times.map((_, index) => `${index}`));
      const oldest = await log.names({}, { ...range, newestFirst: false, skip: 5, limit: 3 });
      expect(oldest).toEqual(['44', '43', '42']);
      expect(await log.names({}, { ...range, from: NOW - 3 * HOUR, to: NOW - HOUR })).toEqual([
        '2',
        '3',
      ]);
      expect((await log.holdings()).oldest).toBe(NOW - 49 * HOUR);
    });
  });

  describe('the summary', () => {
    it('counts calls and errors by time, call, bucket, account and status', async () => {
      const log = await open();
      const start = Math.floor(NOW / HOUR) * HOUR;
      await log.add(
        line({ time: start + 1 }),
        line({
          time: start + 61_000,
          api: { name: 'PutObject', bucket: 'films' },
          parentUser: 'bob',
        }),
        line({ time: start + 62_000, api: { statusCode: 403, status: 'Forbidden' } }),
      );
      const { step, slots, ...tops } = await log.summary(
        { from: start, to: start + 120_000 },
        ANY_RECORD,
      );
      expect(step).toBe(60_000);
      expect(slots).toEqual([
        { time: start, calls: 1, errors: 0 },
        { time: start + 60_000, calls: 2, errors: 1 },
      ]);
      expect(tops).toEqual({
        apis: [
          { name: 'GetObject', calls: 2, errors: 1 },
          { name: 'PutObject', calls: 1, errors: 0 },
        ],
        buckets: [
          { name: 'photos', calls: 2, errors: 1 },
          { name: 'films', calls: 1, errors: 0 },
        ],
        accounts: [
          { name: 'anna', calls: 2, errors: 1 },
          { name: 'bob', calls: 1, errors: 0 },
        ],
        statuses: [
          { name: '200 OK', calls: 2, errors: 0 },
          { name: '403 Forbidden', calls: 1, errors: 1 },
        ],
      });
      expect(
        await log.summary(
          { from: start, to: start + HOUR * 30 },
          { ...ANY_RECORD, bucket: 'films' },
        ),
      ).toMatchObject({
        apis: [{ name: 'PutObject', calls: 1, errors: 0 }],
      });
    });
  });

  describe('what is forgotten', () => {
    it('are the days that are too old', async () => {
      const log = await open({ ...AUDIT_RETENTION, days: 3 });
      await log.add(line({ time: NOW - 2.5 * 24 * HOUR }), line());
      await log.close();
      const stricter = await open({ ...AUDIT_RETENTION, days: 1 });
      await stricter.prune();
      expect(await stricter.holdings()).toMatchObject({ records: 1, oldest: NOW });
    });

    it('are the oldest where there is too much, also within a day', async () => {
      const bytes = 1_000_000;
      const log = await open({ days: 30, bytes });
      const start = Math.floor(NOW / HOUR) * HOUR - HOUR;
      await log.add(line({ time: start - 26 * HOUR }));
      for (let part = 0; part < 4; part += 1) {
        await log.add(
          ...Array.from({ length: PART }, (_, index) =>
            line({ time: start + part * PART + index }),
          ),
        );
      }
      const last = lastEntry();
      await log.prune();
      const { records, oldest = 0 } = await log.holdings();
      expect(records).toBeGreaterThan(PART / 4);
      expect(records).toBeLessThan(PART * 4);
      expect(oldest).toBeGreaterThan(start);
      expect(await log.names({}, { from: start - HOUR, to: NOW + HOUR, limit: 1 })).toEqual([
        `cat-${last}.jpg`,
      ]);
      expect(await log.names({ object: `cat-${last - 9}.jpg` })).toHaveLength(1);
      const counted = await log.summary({ from: start - 48 * HOUR, to: NOW + HOUR }, ANY_RECORD);
      expect(counted.slots.reduce((sum, { calls }) => sum + calls, 0)).toBeLessThanOrEqual(
        records + 5000,
      );
    });
  });
});
