import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANY_RECORD,
  AUDIT_RETENTION,
  HOUR,
  lastEntry,
  line,
  NOW,
  search,
} from '../../testing/audit-entries.ts';
import type { AuditLog } from '../audit-log.ts';
import { dayOf } from '../record-id.ts';
import { CHUNK_RECORDS } from './chunks.ts';
import { pathOfDay } from './day-files.ts';
import { DayReader } from './day-reader.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';
import { sqliteAuditLog } from './sqlite-audit-log.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stowage-audit-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A log without threads. */
function open(searchMs = 60_000) {
  const writer = new LogWriter(directory, AUDIT_RETENTION);
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
    log = sqliteAuditLog(join(directory, 'audit'), AUDIT_RETENTION);
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
        ...{
          sent: 10,
          nanoseconds: 1_500_000,
          remoteHost: '10.0.0.1',
          requestId: `R${lastEntry()}`,
        },
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
    expect(log.names({ object: `cat-${lastEntry() - 5}.jpg` })).toHaveLength(1);
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

describe('a day whose file is being made', () => {
  it('has no records yet, and has them as soon as they are written', () => {
    writeFileSync(pathOfDay(directory, dayOf(NOW)), '');
    const log = open();
    const range = { from: NOW - HOUR, to: NOW + 1 };
    expect(log.names()).toEqual([]);
    expect(log.reader.summary(range, ANY_RECORD).apis).toEqual([]);
    expect(log.reader.holdings()).toEqual({ records: 0, bytes: 0 });
    log.add(line({ api: { object: 'first' } }));
    expect(log.names()).toEqual(['first']);
    expect(log.reader.summary(range, ANY_RECORD).apis).toMatchObject([{ calls: 1 }]);
    log.close();
  });

  it('is over when it was removed before it could be read', () => {
    expect(DayReader.open(pathOfDay(directory, dayOf(NOW)))).toBeUndefined();
  });
});

describe('a file that is damaged', () => {
  const damage = (time: number) => {
    const path = pathOfDay(directory, dayOf(time));
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    writeFileSync(path, 'not a database '.repeat(1000));
    return path;
  };
  const unavailable = (time: number) =>
    expect.objectContaining({
      code: 'StateUnavailable',
      detail: `audit/${dayOf(time)}.db in the data directory cannot be used: it is damaged.`,
    });

  it('is set aside, and records of its day go to a new one', () => {
    const path = damage(NOW);
    const log = open();
    const problems: string[] = [];
    log.writer.onProblem = (problem) => problems.push(problem);
    expect(() => log.names()).toThrow(unavailable(NOW));
    log.add(line({ api: { object: 'after' } }));
    expect(log.names()).toEqual(['after']);
    const [kept] = readdirSync(directory).filter((name) => name.includes('.db.damaged-'));
    expect(readFileSync(join(directory, kept ?? ''), 'utf8')).toContain('not a database');
    expect(problems).toEqual([expect.stringContaining(`${path}.damaged-`)]);
    log.close();
    damage(NOW);
    // A disk that damages every file does not fill up with them.
    expect(() => log.add(line())).toThrow(unavailable(NOW));
    log.close();
  });

  it('that was set aside is forgotten with the records of its day', () => {
    const young = dayOf(NOW - (AUDIT_RETENTION.days - 1) * 24 * HOUR);
    const old = dayOf(NOW - (AUDIT_RETENTION.days + 1) * 24 * HOUR);
    const partsOf = (day: string) => [`${day}.db-wal.damaged-1`, `${day}.db.damaged-1`];
    for (const name of [...partsOf(young), ...partsOf(old)]) {
      writeFileSync(join(directory, name), 'records of somebody');
    }
    const log = open();
    log.writer.prune();
    expect(readdirSync(directory).sort()).toEqual(partsOf(young));
    log.close();
  });

  it('keeps no other day from being sealed and forgotten', () => {
    const earlier = NOW - 3 * 24 * HOUR;
    damage(earlier);
    const log = open();
    log.writer.prune();
    expect(log.reader.holdings()).toEqual({ records: 0, bytes: 0 });
    log.close();
  });

  it('is told by its name, also through the threads', async () => {
    damage(NOW);
    const log = sqliteAuditLog(directory, AUDIT_RETENTION);
    await expect(log.search(search())).rejects.toEqual(unavailable(NOW));
    await log.close();
  });
});

describe('a search', () => {
  it('says how far it came when it takes too long, and goes on from there', () => {
    const log = open(0);
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
