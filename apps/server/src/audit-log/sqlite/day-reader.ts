import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AuditFilter } from '../audit-log.ts';
import type { AuditRecord } from '../audit-record.ts';
import { parsePattern } from '../pattern.ts';
import { timeOfId } from '../record-id.ts';
import { recordOfRow } from '../record-row.ts';
import { chunkFilter } from './chunk-filter.ts';
import { BUSY_MS, versionOf } from './day-schema.ts';

/** Below this number, matching records are looked up one by one. */
const FEW_RECORDS = 4096;
/**
 * Hostile clients may send a new user agent with each call, so no more shapes than this are listed.
 */
const MAX_SHAPES = FEW_RECORDS;

/** A record with its id in the file. */
export interface FoundRecord {
  readonly id: number;
  readonly record: AuditRecord;
}

export interface DaySearch {
  /** The range, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly filter: AuditFilter;
  readonly newestFirst: boolean;
  readonly limit: number;
  /** Whether the search is out of time. */
  readonly isOver: () => boolean;
}

export interface DayFindings {
  readonly found: readonly FoundRecord[];
  /** The last id that was searched, if time ran out first. */
  readonly reached?: number;
}

interface Shapes {
  /** Undefined if the filter has no condition on shapes, or more match than are listed. */
  readonly ids: readonly number[] | undefined;
  readonly calls: number;
}

/** An SQL condition and its values. */
interface Condition {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Reads the records of a day while they are being written. */
export class DayReader {
  readonly #database: DatabaseSync;

  /**
   * Undefined if there is nothing to read: the writer is just creating the file, or has removed it.
   */
  static open(path: string): DayReader | undefined {
    let database: DatabaseSync;
    try {
      database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    } catch (error) {
      if (!existsSync(path)) return undefined;
      throw error;
    }
    try {
      if (versionOf(database) > 0) return new DayReader(database);
    } catch (error) {
      database.close();
      throw error;
    }
    database.close();
    return undefined;
  }

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  close(): void {
    this.#database.close();
  }

  search(search: DaySearch): DayFindings {
    // One snapshot of the file: the writer may move filters meanwhile.
    this.#database.exec('BEGIN');
    try {
      return this.#search(search);
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  #search(search: DaySearch): DayFindings {
    const shapes = this.shapesOf(search.filter);
    if (shapes.ids?.length === 0) return { found: [] };
    const condition = conditionOf(search.filter, shapes);
    if (shapes.ids !== undefined && shapes.calls <= FEW_RECORDS) {
      const { first, last, newestFirst, limit } = search;
      const read = this.#recordReader('INDEXED BY records_shape', condition, newestFirst);
      return { found: read(first, last, limit) };
    }
    return this.#byChunks(search, condition);
  }

  /**
   * The shapes that match a filter and the number of their records: infinite if there are too many
   * shapes.
   */
  shapesOf(filter: AuditFilter): Shapes {
    const { text, values } = shapeCondition(filter);
    if (text === '') return { ids: undefined, calls: 0 };
    const rows = this.#database
      .prepare(`SELECT id, calls FROM shapes WHERE ${text} LIMIT ?`)
      .all(...values, MAX_SHAPES + 1);
    if (rows.length > MAX_SHAPES) return { ids: undefined, calls: Number.POSITIVE_INFINITY };
    return {
      ids: rows.map(({ id }) => Number(id)),
      calls: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
    };
  }

  /** The calls per shape in slots of this length. */
  counts(span: number, from: number, to: number, filter: AuditFilter) {
    const { text, values } = shapeCondition(filter);
    return this.#database
      .prepare(
        `SELECT slot, api, bucket, status, status_code, access_key, parent_user, SUM(counts.calls) AS calls
         FROM counts JOIN shapes ON shapes.id = shape
         WHERE span = ? AND slot >= ? AND slot < ?${text === '' ? '' : ` AND ${text}`}
         GROUP BY slot, api, bucket, status, status_code, access_key, parent_user`,
      )
      .iterate(span, from, to, ...values);
  }

  holdings(): { records: number; oldest?: number; newest?: number } {
    const { records } =
      this.#database.prepare('SELECT SUM(calls) AS records FROM shapes').get() ?? {};
    const { oldest, newest } =
      this.#database.prepare('SELECT MIN(id) AS oldest, MAX(id) AS newest FROM records').get() ??
      {};
    if (typeof oldest !== 'number' || typeof newest !== 'number') return { records: 0 };
    return { records: Number(records), oldest: timeOfId(oldest), newest: timeOfId(newest) };
  }

  #byChunks(search: DaySearch, condition: Condition): DayFindings {
    const { filter, newestFirst, limit, isOver } = search;
    const may = chunkFilter(this.#database, filter);
    const read = this.#recordReader('NOT INDEXED', condition, newestFirst);
    const found: FoundRecord[] = [];
    let reached: number | undefined;
    for (const [first, last] of this.#chunks(search)) {
      // At least one per call, so that a search terminates.
      if (reached !== undefined && isOver()) return { found, reached };
      reached = newestFirst ? first : last;
      if (may?.(first) === false) continue;
      found.push(
        ...read(Math.max(first, search.first), Math.min(last, search.last), limit - found.length),
      );
      if (found.length >= limit) break;
    }
    return { found };
  }

  /** The first and last ids of each chunk that overlaps the range, in search order. */
  #chunks({ first, last, newestFirst }: DaySearch): readonly (readonly [number, number])[] {
    const rows = this.#database
      .prepare('SELECT first FROM chunks WHERE first <= ? ORDER BY first')
      .all(last)
      .map((row) => Number(row.first));
    const chunks = rows
      .map((from, index) => [from, (rows[index + 1] ?? last + 1) - 1] as const)
      .filter(([, to]) => to >= first);
    return newestFirst ? chunks.reverse() : chunks;
  }

  #recordReader(
    index: 'INDEXED BY records_shape' | 'NOT INDEXED',
    { text, values }: Condition,
    newestFirst: boolean,
  ): (first: number, last: number, limit: number) => FoundRecord[] {
    const order = newestFirst ? 'DESC' : 'ASC';
    const read = this.#database.prepare(
      `SELECT records.id AS number, records.*, shapes.* FROM (
         SELECT * FROM records ${index} WHERE id BETWEEN ? AND ?${text}
         ORDER BY id ${order} LIMIT ?
       ) AS records JOIN shapes ON shapes.id = records.shape
       ORDER BY number ${order}`,
    );
    return (first, last, limit) => read.all(first, last, ...values, limit).map(foundOf);
  }
}

function shapeCondition(filter: AuditFilter): Condition {
  const { api, bucket, userAgent, exceptUserAgent, status, account } = filter;
  const parts: Condition[] = [];
  const add = (pattern: string, text: string, times = 1) => {
    if (pattern === '') return;
    parts.push({ text, values: Array(times).fill(parsePattern(pattern).glob) });
  };
  add(api, 'api GLOB ?');
  add(bucket, 'bucket GLOB ?');
  add(userAgent, 'user_agent GLOB ?');
  add(status, '(status GLOB ? OR CAST(status_code AS TEXT) GLOB ?)', 2);
  add(account, '(access_key GLOB ? OR parent_user GLOB ?)', 2);
  if (exceptUserAgent !== undefined) {
    parts.push({ text: 'user_agent <> ?', values: [exceptUserAgent] });
  }
  return {
    text: parts.map(({ text }) => text).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

function conditionOf(filter: AuditFilter, { ids, calls }: Shapes): Condition {
  const { object, requestId } = filter;
  let text = '';
  const values: (string | number)[] = [];
  if (ids !== undefined) {
    text += ' AND shape IN (SELECT value FROM json_each(?))';
    values.push(JSON.stringify(ids));
  } else if (calls > 0) {
    const ofShape = shapeCondition(filter);
    text += ` AND EXISTS (SELECT 1 FROM shapes WHERE shapes.id = shape AND ${ofShape.text})`;
    values.push(...ofShape.values);
  }
  if (object !== '') {
    const { glob } = parsePattern(object);
    text +=
      " AND (object GLOB ? OR (objects <> '' AND EXISTS (SELECT 1 FROM json_each(objects) WHERE value GLOB ?)))";
    values.push(glob, glob);
  }
  if (requestId !== '') {
    text += ' AND request_id GLOB ?';
    values.push(parsePattern(requestId).glob);
  }
  return { text, values };
}

function foundOf(row: Readonly<Record<string, unknown>>): FoundRecord {
  const id = Number(row.number);
  return { id, record: recordOfRow(timeOfId(id), row) };
}
