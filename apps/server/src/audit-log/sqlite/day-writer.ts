import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AuditRecord } from '../audit-record.ts';
import { idsOfDay, preferredId, timeOfId } from '../record-id.ts';
import { Chunks } from './chunks.ts';
import { openDayFile } from './day-schema.ts';

/** Lengths in milliseconds of the slots in which calls are counted. */
const SPANS = [60_000, 3_600_000] as const;

interface Statements {
  readonly insert: StatementSync;
  readonly taken: StatementSync;
  readonly addShape: StatementSync;
  readonly countShape: StatementSync;
  readonly count: StatementSync;
}

/** Writes the records of one day. After a failed call it is unusable and must be reopened. */
export class DayWriter {
  readonly #database: DatabaseSync;
  readonly #start: number;
  readonly #chunkRecords: number;
  readonly #shapes = new Map<string, number>();
  readonly #statements: Statements;
  #version: number;
  #chunks: Chunks;

  /** @param chunkRecords records in a full chunk */
  constructor(path: string, day: string, chunkRecords: number) {
    this.#database = openDayFile(path);
    this.#start = idsOfDay(day).first;
    this.#chunkRecords = chunkRecords;
    this.#version = this.#pragma('data_version');
    this.#chunks = this.#readChunks();
    this.#statements = prepare(this.#database);
  }

  /** Adds all records or none; known records are left unchanged. */
  append(records: readonly AuditRecord[]): void {
    this.#transaction(() => {
      const calls = new Map<string, number>();
      for (const record of records) {
        const shape = this.#shapeOf(record);
        if (!this.#insert(record, shape)) continue;
        for (const span of SPANS) {
          const key = `${span} ${Math.floor(record.time / span)} ${shape}`;
          calls.set(key, (calls.get(key) ?? 0) + 1);
        }
      }
      this.#count(calls);
      this.#chunks.save();
    });
  }

  /**
   * Takes one step towards faster searches of a past day; returns false if there is nothing to do.
   */
  seal(): boolean {
    return this.#transaction(() => this.#chunks.seal());
  }

  /** Bytes in use; deletions leave free space in the file. */
  get bytes(): number {
    const pages = this.#pragma('page_count') - this.#pragma('freelist_count');
    return pages * this.#pragma('page_size');
  }

  /**
   * Deletes the oldest records up to the end of a chunk. Returns false if there is only one chunk.
   */
  deleteOldest(): boolean {
    return this.#transaction(() => {
      const next = this.#chunks.next();
      if (next === undefined) return false;
      this.#database
        .prepare(
          `UPDATE shapes SET calls = calls - gone FROM
             (SELECT shape, COUNT(*) AS gone FROM records WHERE id < ? GROUP BY shape)
           WHERE id = shape`,
        )
        .run(next);
      this.#database.prepare('DELETE FROM records WHERE id < ?').run(next);
      for (const span of SPANS) {
        this.#database
          .prepare('DELETE FROM counts WHERE span = ? AND slot < ?')
          .run(span, Math.floor(timeOfId(next) / span));
      }
      this.#chunks.dropFirst();
      return true;
    });
  }

  /** Uncommitted changes are rolled back. */
  close(): void {
    this.#database.close();
  }

  #transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    this.#noticeOthers();
    const result = work();
    this.#database.exec('COMMIT');
    return result;
  }

  /** Another console with the same directory may have written to the file. */
  #noticeOthers(): void {
    const version = this.#pragma('data_version');
    if (version === this.#version) return;
    this.#version = version;
    this.#shapes.clear();
    this.#chunks = this.#readChunks();
  }

  #readChunks(): Chunks {
    return new Chunks(this.#database, this.#start, this.#chunkRecords);
  }

  #pragma(name: string): number {
    return Number(Object.values(this.#database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  }

  /** Returns false for a record that already exists. */
  #insert(record: AuditRecord, shape: number): boolean {
    let id = preferredId(record.time, record.requestId);
    for (let step = 1; ; step += 1) {
      const { changes } = this.#statements.insert.run(
        ...[id, shape, record.object, record.objects, record.received, record.sent],
        ...[record.nanoseconds, record.remoteHost, record.requestId, record.error],
      );
      if (changes === 1) break;
      const other = this.#statements.taken.get(id);
      if (other?.request_id === record.requestId && other.shape === shape) return false;
      // The step grows: otherwise the records of one millisecond would form one long run.
      id += step;
    }
    this.#chunks.note({ id, ...record });
    return true;
  }

  #shapeOf(record: AuditRecord): number {
    const fields = [
      ...[record.api, record.bucket, record.status, record.statusCode],
      ...[record.userAgent, record.accessKey, record.parentUser],
    ];
    const key = JSON.stringify(fields);
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    const { id } = this.#statements.addShape.get(...fields) ?? {};
    // Hostile clients may send a new user agent with each call.
    if (this.#shapes.size > 50_000) this.#shapes.clear();
    this.#shapes.set(key, Number(id));
    return Number(id);
  }

  #count(calls: ReadonlyMap<string, number>): void {
    for (const [key, number] of calls) {
      const [span = 0, slot = 0, shape = 0] = key.split(' ').map(Number);
      this.#statements.count.run(span, slot, shape, number);
      if (span === SPANS[0]) this.#statements.countShape.run(number, shape);
    }
  }
}

function prepare(database: DatabaseSync): Statements {
  return {
    insert: database.prepare(
      `INSERT OR IGNORE INTO records
         (id, shape, object, objects, received, sent, nanoseconds, remote_host, request_id, error)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    taken: database.prepare('SELECT request_id, shape FROM records WHERE id = ?'),
    // A no-op update, so that the id is returned whether or not the shape is new.
    addShape: database.prepare(
      `INSERT INTO shapes
         (api, bucket, status, status_code, user_agent, access_key, parent_user, calls)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0)
       ON CONFLICT DO UPDATE SET calls = calls RETURNING id`,
    ),
    countShape: database.prepare('UPDATE shapes SET calls = calls + ? WHERE id = ?'),
    count: database.prepare(
      `INSERT INTO counts (span, slot, shape, calls) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`,
    ),
  };
}
