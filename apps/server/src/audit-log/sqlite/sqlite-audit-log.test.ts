import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditFilter, AuditLog, AuditSearch } from '../audit-log.ts';
import { CHUNK_RECORDS } from './chunks.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';
import { sqliteAuditLog } from './sqlite-audit-log.ts';

const ANY: AuditFilter = {
  ...{ api: '', bucket: '', object: '', requestId: '', userAgent: '', status: '', account: '' },
};
const RETENTION = { days: 30, bytes: 1e9 };
const NOW = Date.now();
const HOUR = 3_600_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stowage-audit-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

interface Given {
  readonly time?: number;
  readonly requestID?: string;
  readonly api?: object;
  readonly accessKey?: string;
  readonly parentUser?: string;
  readonly userAgent?: string;
}

let requests = 0;
function line({ time = NOW, api = {}, ...rest }: Given = {}): string {
  requests += 1;
  return JSON.stringify({
    version: '1',
    time: new Date(time).toISOString(),
    trigger: 'incoming',
    api: {
      ...{ name: 'GetObject', bucket: 'photos', object: `cat-${requests}.jpg`, status: 'OK' },
      ...{ statusCode: 200, rx: 0, tx: 10, timeToResponseInNS: '1500000', ...api },
    },
    ...{ remotehost: '10.0.0.1', requestID: `R${requests}`, userAgent: 'mc/1', accessKey: 'anna' },
    ...rest,
  });
}

function search(filter: Partial<AuditFilter> = {}, more: Partial<AuditSearch> = {}): AuditSearch {
  return {
    ...{ from: NOW - 24 * HOUR, to: NOW + HOUR, newestFirst: true, skip: 0, limit: 100 },
    ...{ filter: { ...ANY, ...filter }, ...more },
  };
}

/** A log without threads. */
function open(retention = RETENTION, searchMs?: number) {
  const writer = new LogWriter(directory, retention);
  const reader = new LogReader(directory, searchMs);
  return {
    ...{ writer, reader },
    add: (...lines: readonly string[]) => writer.append([lines.join('\n')]),
    names: (...given: Parameters<typeof search>) =>
      reader.search(search(...given)).records.map(({ object }) => object),
    close() {
      writer.close();
      reader.close();
    },
  };
}

describe('the audit log in files', () => {
  let log: AuditLog;
  beforeEach(() => {
    log = sqliteAuditLog(join(directory, 'audit'), RETENTION);
  });
  afterEach(() => log.close());

  it('keeps what a delivery says of a call, through its threads', async () => {
    const delivery = `${line({ parentUser: 'bob', api: { object: 'a b.txt', statusCode: 404, status: 'Not Found' } })}\n`;
    expect(await log.append(Buffer.from(delivery))).toEqual({ refused: 0 });
    const { records } = await log.search(search());
    expect(records).toEqual([
      {
        ...{ id: expect.any(String), time: NOW, api: 'GetObject', bucket: 'photos' },
        ...{ object: 'a b.txt', objects: '', status: 'Not Found', statusCode: 404, received: 0 },
        ...{ sent: 10, nanoseconds: 1_500_000, remoteHost: '10.0.0.1', requestId: `R${requests}` },
        ...{ userAgent: 'mc/1', accessKey: 'anna', parentUser: 'bob', error: '' },
      },
    ]);
    expect(await log.holdings()).toMatchObject({ records: 1, oldest: NOW, newest: NOW });
  });

  it('answers many deliveries at once, each for itself', async () => {
    const answers = await Promise.all(
      [line(), 'no entry', `${line()}\n{}\n${line()}`].map((text) => log.append(Buffer.from(text))),
    );
    expect(answers).toEqual([{ refused: 0 }, { refused: 1 }, { refused: 1 }]);
    expect((await log.search(search())).records).toHaveLength(3);
  });
});

describe('what is written', () => {
  it('knows a record that is delivered twice', () => {
    const log = open();
    const twice = line();
    log.add(twice, line());
    log.add(twice);
    expect(log.names()).toHaveLength(2);
    expect(log.reader.holdings().records).toBe(2);
    log.close();
  });

  it('keeps apart what comes in one millisecond', () => {
    const log = open();
    const lines = Array.from({ length: 3000 }, () => line());
    log.add(...lines);
    expect(log.names({}, { limit: 5000 })).toHaveLength(3000);
    log.close();
  });

  it('refuses what is too old or lies in the future, and cuts what is too long', () => {
    const log = open();
    const tooOld = line({ time: NOW - 31 * 24 * HOUR });
    const tooNew = line({ time: NOW + 25 * HOUR });
    const [{ refused } = { refused: 0 }] = log.add(
      ...[tooOld, tooNew, line({ userAgent: 'x'.repeat(100_000) }), '{"time":"yesterday"}'],
    );
    expect(refused).toBe(3);
    const [record] = log.reader.search(search()).records;
    expect(record?.userAgent).toHaveLength(1024);
    log.close();
  });

  it('is there after it is opened again, and goes on', () => {
    const before = open();
    before.add(
      ...Array.from({ length: CHUNK_RECORDS + 10 }, (_, index) =>
        line({ time: NOW - 10_000_000 + index }),
      ),
    );
    before.close();
    const log = open();
    log.add(line({ api: { object: 'the-late-one' }, time: NOW - 10_000_000 - 5 }));
    log.add(line({ api: { object: 'the-last-one' } }));
    expect(log.names({ object: '*late-one' })).toEqual(['the-late-one']);
    expect(log.names({ object: 'the-last*' })).toEqual(['the-last-one']);
    expect(log.names({ object: `cat-${requests - 5}.jpg` })).toHaveLength(1);
    log.close();
  });

  it('finds late records among those of their time, however many come', () => {
    const log = open();
    const day = Math.floor(NOW / (24 * HOUR)) * 24 * HOUR;
    const at = (index: number) =>
      line({ time: day + index * 3, api: { object: `first/${index}` } });
    log.add(...Array.from({ length: CHUNK_RECORDS * 2 }, (_, index) => at(index)));
    const late = (index: number) => line({ time: day + index, api: { object: `late/${index}` } });
    log.add(...Array.from({ length: CHUNK_RECORDS * 3 }, (_, index) => late(index)));
    const whole = { from: day, to: day + 24 * HOUR, limit: 50_000 };
    expect(log.names({ object: 'late/*' }, whole)).toHaveLength(CHUNK_RECORDS * 3);
    expect(log.names({ object: 'first/*' }, whole)).toHaveLength(CHUNK_RECORDS * 2);
    expect(log.names({ object: 'late/4711' }, whole)).toEqual(['late/4711']);
    log.close();
  });
});

describe('a search', () => {
  it('reads wildcards as the page explains them', () => {
    const log = open();
    const objects = ['a.jpg', 'b.jpg', 'axjpg', 'a*[1]?.jpg', 'sub/ä.jpg'];
    log.add(...objects.map((object, index) => line({ time: NOW + index, api: { object } })));
    expect(log.names({ object: 'a.jpg' })).toEqual(['axjpg', 'a.jpg']);
    expect(log.names({ object: 'a\\.jpg' })).toEqual(['a.jpg']);
    expect(log.names({ object: 'a\\*[1]?*' })).toEqual(['a*[1]?.jpg']);
    expect(log.names({ object: '*/..jpg' })).toEqual(['sub/ä.jpg']);
    expect(log.names({ object: 'A*' })).toEqual([]);
    log.close();
  });

  it('looks at each field, and at all of them together', () => {
    const log = open();
    log.add(
      line({ api: { object: '1', bucket: 'photos', name: 'PutObject' } }),
      line({ api: { object: '2', statusCode: 403, status: 'Forbidden' }, accessKey: 'eve' }),
      line({ api: { object: '3' }, userAgent: 'aws-cli/2', parentUser: 'carl' }),
      line({ api: { object: '4' }, requestID: 'WANTED' }),
    );
    expect(log.names({ api: 'Put*', bucket: 'photos' })).toEqual(['1']);
    expect(log.names({ api: 'Put*', bucket: 'films' })).toEqual([]);
    expect(log.names({ status: '403' })).toEqual(['2']);
    expect(log.names({ status: 'Forb*' })).toEqual(['2']);
    expect(log.names({ account: 'eve' })).toEqual(['2']);
    expect(log.names({ account: 'carl' })).toEqual(['3']);
    expect(log.names({ userAgent: '*cli*' })).toEqual(['3']);
    expect(log.names({ requestId: 'WANTED' })).toEqual(['4']);
    expect(log.names({ requestId: 'WAN*' })).toEqual(['4']);
    expect(log.names({ object: '4', requestId: 'R1' })).toEqual([]);
    log.close();
  });

  it('finds the objects of a call that concerns many', () => {
    const log = open();
    const objects = ['x/one', 'x/two'].map((objectName) => ({ objectName }));
    log.add(line({ api: { name: 'DeleteMultipleObjects', object: '', objects } }), line());
    const { records } = log.reader.search(search({ object: 'x/two' }));
    expect(records.map(({ objects }) => objects)).toEqual(['["x/one","x/two"]']);
    log.close();
  });

  it('goes on page by page in both orders, over days', () => {
    const log = open();
    const times = Array.from({ length: 50 }, (_, index) => NOW - index * HOUR);
    log.add(...times.map((time, index) => line({ time, api: { object: `${index}` } })));
    const range = { from: NOW - 60 * HOUR, to: NOW + 1, limit: 20 };
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const { records } = log.reader.search(search({}, { ...range, ...(after && { after }) }));
      seen.push(...records.map(({ object }) => object));
      after = records.at(-1)?.id;
      if (records.length < 20) break;
    }
    expect(seen).toEqual(times.map((_, index) => `${index}`));
    const oldest = log.names({}, { ...range, newestFirst: false, skip: 5, limit: 3 });
    expect(oldest).toEqual(['44', '43', '42']);
    expect(log.names({}, { ...range, from: NOW - 3 * HOUR, to: NOW - HOUR })).toEqual(['2', '3']);
    expect(readdirSync(directory).filter((name) => name.endsWith('.db')).length).toBeGreaterThan(2);
    log.close();
  });

  it('says how far it came when it takes too long, and goes on from there', () => {
    const log = open(RETENTION, 0);
    const lines = Array.from({ length: CHUNK_RECORDS * 3 }, (_, index) =>
      line({ time: NOW - 100_000 + index, api: { object: 'same' } }),
    );
    log.add(
      line({ time: NOW - 200_000, api: { object: 'same', bucket: 'films' }, requestID: 'WANTED' }),
      ...lines,
    );
    const wanted = { ...search({ object: 's*e', requestId: '*WANTED' }) };
    const buckets: string[] = [];
    let page = log.reader.search(wanted);
    let calls = 1;
    for (; page.reached !== undefined; calls += 1) {
      page = log.reader.search({ ...wanted, after: page.reached.id });
      buckets.push(...page.records.map(({ bucket }) => bucket));
    }
    expect(buckets).toEqual(['films']);
    expect(calls).toBeGreaterThan(2);
    log.close();
  });
});

describe('the summary', () => {
  it('counts calls and errors by time, call, bucket, account and status', () => {
    const log = open();
    const start = Math.floor(NOW / HOUR) * HOUR;
    log.add(
      line({ time: start + 1 }),
      line({
        time: start + 61_000,
        api: { name: 'PutObject', bucket: 'films' },
        parentUser: 'bob',
      }),
      line({ time: start + 62_000, api: { statusCode: 403, status: 'Forbidden' } }),
    );
    const { step, slots, ...tops } = log.reader.summary({ from: start, to: start + 120_000 }, ANY);
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
      log.reader.summary({ from: start, to: start + HOUR * 30 }, { ...ANY, bucket: 'films' }),
    ).toMatchObject({
      apis: [{ name: 'PutObject', calls: 1, errors: 0 }],
    });
    log.close();
  });
});

describe('what is forgotten', () => {
  it('are the days that are too old', () => {
    const log = open({ ...RETENTION, days: 3 });
    log.add(line({ time: NOW - 2.5 * 24 * HOUR }), line());
    log.close();
    const stricter = open({ ...RETENTION, days: 1 });
    stricter.writer.prune();
    expect(stricter.reader.holdings()).toMatchObject({ records: 1, oldest: NOW });
    stricter.close();
  });

  it('are the oldest where there is too much, also within a day', () => {
    const bytes = 1_000_000;
    const log = open({ days: 30, bytes });
    const start = Math.floor(NOW / HOUR) * HOUR - HOUR;
    log.add(line({ time: start - 26 * HOUR }));
    for (let part = 0; part < 4; part += 1) {
      log.add(
        ...Array.from({ length: CHUNK_RECORDS }, (_, index) =>
          line({ time: start + part * CHUNK_RECORDS + index }),
        ),
      );
    }
    const last = requests;
    log.writer.prune();
    const { records, oldest = 0 } = log.reader.holdings();
    expect(records).toBeGreaterThan(CHUNK_RECORDS / 2);
    expect(records).toBeLessThan(CHUNK_RECORDS * 4);
    expect(oldest).toBeGreaterThan(start);
    expect(log.names({}, { from: start - HOUR, to: NOW + HOUR, limit: 1 })).toEqual([
      `cat-${last}.jpg`,
    ]);
    expect(log.names({ object: `cat-${last - 9}.jpg` })).toHaveLength(1);
    const counted = log.reader.summary({ from: start - 48 * HOUR, to: NOW + HOUR }, ANY);
    expect(counted.slots.reduce((sum, { calls }) => sum + calls, 0)).toBeLessThanOrEqual(
      records + 5000,
    );
    log.close();
  });
});
