import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_RETENTION, HOUR, line, search } from '../../testing/audit-entries.ts';
import type { AuditFilter, Retention } from '../audit-log.ts';
import { dayOf } from '../record-id.ts';
import { pathOfDay } from './day-files.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';

/** Records per chunk: small, so that a few hundred records fill many chunks. */
const CHUNK_RECORDS = 5;
const DAY = 24 * HOUR;
const YESTERDAY = Math.floor(Date.now() / DAY) * DAY - DAY;

let directory: string;
let writer: LogWriter;
let reader: LogReader;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stowage-audit-groups-'));
  open();
});
afterEach(() => {
  writer.close();
  reader.close();
  rmSync(directory, { recursive: true });
});

function open(retention: Retention = AUDIT_RETENTION): void {
  writer = new LogWriter(directory, retention, CHUNK_RECORDS);
  reader = new LogReader(directory, 60_000);
}

function reopen(retention?: Retention): void {
  writer.close();
  reader.close();
  open(retention);
}

interface Made {
  readonly object: string;
  readonly requestID: string;
  readonly text: string;
}

function make(time: number, name: string): Made {
  const [object, requestID] = [`reports/2026/${name}.csv`, `REQUEST-${name}`];
  return { object, requestID, text: line({ time, requestID, api: { object } }) };
}

/** Records one second apart, starting at the beginning of yesterday. */
const makeMany = (count: number, prefix: string, start = YESTERDAY) =>
  Array.from({ length: count }, (_, index) => make(start + index * 1000, `${prefix}-${index}`));

const add = (made: readonly Made[]) => writer.append([made.map(({ text }) => text).join('\n')]);

function find(filter: Partial<AuditFilter>): string[] {
  const range = { from: YESTERDAY, to: YESTERDAY + DAY, limit: 10_000 };
  return reader.search(search(filter, range)).records.map(({ object }) => object);
}

/** Whether these exist, and every fifth is found by its name, its request and part of its name. */
function expectFound(made: readonly Made[]): void {
  const some = made.filter((_, index) => index % 5 === 0);
  const lost = some.filter(({ object, requestID }) => {
    const exact = object.replaceAll('.', '\\.');
    const ways = [{ object: exact }, { requestId: requestID }, { object: `*${exact.slice(5)}` }];
    return ways.some((filter) => find(filter).join() !== object);
  });
  expect(lost).toEqual([]);
  expect(find({ object: '*nothing-like-it*' })).toEqual([]);
  expect(find({ requestId: 'REQUEST-' })).toEqual([]);
  expect(find({}).toSorted()).toEqual(made.map(({ object }) => object).toSorted());
}

const pathOfYesterday = () => pathOfDay(directory, dayOf(YESTERDAY));

/** Runs SQL on the day's file, bypassing the log. */
function onFile<Result>(work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(pathOfYesterday());
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const countOf = (table: 'places' | 'slices' | 'chunks') =>
  onFile((database) => Number(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n));

describe('the filters of many chunks', () => {
  it('lie together once there are enough, and lead to each record', () => {
    const made = makeMany(800, 'early');
    for (let at = 0; at < made.length; at += 50) add(made.slice(at, at + 50));
    expect(countOf('places')).toBe(128);
    expectFound(made);
  });

  it('know of records that come late, also after a restart', () => {
    const early = makeMany(800, 'early');
    for (let at = 0; at < early.length; at += 50) add(early.slice(at, at + 50));
    reopen();
    // Spread over the day, with many in the same chunks.
    const scattered = makeMany(60, 'scattered').map((_, index) =>
      make(YESTERDAY + index * 13_000 + 5, `scattered-${index}`),
    );
    const crowd = makeMany(100, 'crowd').map((_, index) =>
      make(YESTERDAY + 100_000 + index, `crowd-${index}`),
    );
    for (const one of scattered) add([one]);
    add(crowd);
    expectFound([...early, ...scattered, ...crowd]);
  });

  it('take no room any more when most of their chunks have gone elsewhere', () => {
    add(makeMany(360, 'first'));
    const slices = countOf('slices');
    expect(countOf('places')).toBe(64);
    const late = makeMany(360, 'late', YESTERDAY + 500);
    add(late);
    expect(countOf('slices')).toBeLessThanOrEqual(2 * slices);
    expect(countOf('chunks')).toBeGreaterThan(100);
    expect(find({ object: '*late-359*' })).toHaveLength(1);
    expect(find({ object: '*first-0.csv' })).toHaveLength(1);
  });

  it('of a day that is over lie together when the log is pruned, where that is worth it', () => {
    const made = makeMany(200, 'few');
    add(made);
    expect(countOf('places')).toBe(0);
    writer.prune();
    expect(countOf('places')).toBe(40);
    expectFound(made);
    add([make(YESTERDAY + 300_000, 'late')]);
    writer.prune();
    expect(find({ object: '*late.csv' })).toHaveLength(1);
  });

  it('of one day lie together whatever has become of the file of another', () => {
    const broken = pathOfDay(directory, dayOf(YESTERDAY - DAY));
    writeFileSync(broken, 'no database'.repeat(1000));
    const made = makeMany(200, 'whole');
    add(made);
    writer.prune();
    expect(countOf('places')).toBe(40);
    expectFound(made);
  });

  it('are those of a file of an earlier release, which the writer brings up to date', () => {
    const made = makeMany(200, 'old');
    add(made);
    writer.close();
    onFile((database) =>
      database.exec('DROP TABLE places; DROP TABLE slices; PRAGMA user_version = 1;'),
    );
    reopen();
    expectFound(made);
    writer.prune();
    expect(countOf('places')).toBe(40);
    expectFound(made);
  });

  it('know of what another console has written to the same directory', () => {
    const other = new LogWriter(directory, AUDIT_RETENTION, CHUNK_RECORDS);
    const made = makeMany(800, 'shared');
    for (let at = 0; at < made.length; at += 7) {
      const text = made.slice(at, at + 7).map(({ text }) => text);
      (at % 2 === 0 ? writer : other).append([text.join('\n')]);
    }
    other.close();
    expect(countOf('places')).toBeGreaterThan(0);
    expectFound(made);
  });

  it('go with the oldest records where there is too much', () => {
    const made = makeMany(800, 'many');
    add(made);
    const bytes = onFile((database) => {
      const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
      return Number(pages) * 4096;
    });
    reopen({ days: 30, bytes: bytes - 1_500_000 });
    writer.prune();
    const names = new Set(find({}));
    const kept = made.filter(({ object }) => names.has(object));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(made.length);
    expectFound(kept);
  });
});

describe('an append that fails', () => {
  it('leaves nothing behind, and the next one is kept whole', () => {
    add([make(YESTERDAY, 'before')]);
    onFile((database) =>
      database.exec(
        `CREATE TRIGGER no_room BEFORE INSERT ON counts BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
      ),
    );
    const lines = ['eve', 'mallory'].map((accessKey) =>
      line({ time: YESTERDAY + 5, accessKey, requestID: `BY-${accessKey}` }),
    );
    expect(() => writer.append([lines.join('\n')])).toThrow('disk full');
    onFile((database) => database.exec('DROP TRIGGER no_room'));
    expect(find({})).toHaveLength(1);
    // The other way round: what the first attempt knew about the file is outdated.
    writer.append([lines.toReversed().join('\n')]);
    for (const account of ['eve', 'mallory']) {
      const range = { from: YESTERDAY, to: YESTERDAY + DAY };
      const { records } = reader.search(search({ account }, range));
      expect(records.map(({ requestId }) => requestId)).toEqual([`BY-${account}`]);
    }
  });
});
