import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { prepareArrayRows } from './array-rows.ts';

/** The columns of a version that a listing returns. */
export interface ListedRow {
  readonly key: string;
  readonly version: string;
  readonly ord: number;
  readonly marker: number;
  readonly size: number;
  readonly etag: string;
  readonly modified: number;
  readonly attributes: string;
  readonly checksum: string | null;
}

type ListedTuple = readonly [
  key: string,
  version: string,
  ord: number,
  marker: number,
  size: number,
  etag: string,
  modified: number,
  attributes: string,
  checksum: string | null,
];

/** Where a listing continues: at this key, with its versions of a lower order than `below`. */
export interface Cursor {
  readonly key: string;
  readonly below: number;
}

/** Higher than the order of any version. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

const COLUMNS = 'key, version, ord, marker, size, etag, modified, attributes, checksum';

function toRow(found: unknown): ListedRow {
  const t = found as ListedTuple;
  return {
    key: t[0],
    version: t[1],
    ord: t[2],
    marker: t[3],
    size: t[4],
    etag: t[5],
    modified: t[6],
    attributes: t[7],
    checksum: t[8],
  };
}

/** Reads a bucket's rows page by page in listing order: by key, newest version first. */
export class ListingPages {
  readonly #objects: StatementSync;
  readonly #versions: StatementSync;
  readonly #older: StatementSync;

  constructor(db: DatabaseSync) {
    const range = 'bucket = ?1 AND key >= ?2 AND key < ?3';
    this.#objects = prepareArrayRows(
      db,
      `SELECT ${COLUMNS} FROM current WHERE ${range} ORDER BY key LIMIT ?4`,
    );
    this.#versions = prepareArrayRows(
      db,
      `SELECT ${COLUMNS} FROM current WHERE ${range} ` +
        `UNION ALL SELECT ${COLUMNS} FROM version WHERE ${range} ORDER BY key, ord DESC LIMIT ?4`,
    );
    this.#older = prepareArrayRows(
      db,
      `SELECT ${COLUMNS} FROM version WHERE bucket = ? AND key = ? AND ord < ? ` +
        'ORDER BY ord DESC LIMIT ?',
    );
  }

  /** Visible objects with keys in [from, end). */
  objects(bucket: number, range: { from: Cursor; end: string; limit: number }): ListedRow[] {
    return this.#objects.all(bucket, range.from.key, range.end, range.limit).map(toRow);
  }

  /** Versions and delete markers from the cursor, with keys below `end`. */
  versions(bucket: number, range: { from: Cursor; end: string; limit: number }): ListedRow[] {
    const { from, end, limit } = range;
    if (from.below === NEWEST) {
      return this.#versions.all(bucket, from.key, end, limit).map(toRow);
    }
    const rows = this.#older.all(bucket, from.key, from.below, limit).map(toRow);
    if (rows.length < limit) {
      const next = `${from.key}\0`;
      rows.push(...this.#versions.all(bucket, next, end, limit - rows.length).map(toRow));
    }
    return rows;
  }
}
