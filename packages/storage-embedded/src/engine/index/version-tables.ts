import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Place, PlacedRow } from '../log/place.ts';
import { prepareArrayRows } from './array-rows.ts';

/** A row of `current` or `version`; JSON columns as text. */
export interface VersionRow extends PlacedRow {
  readonly bucket: number;
  readonly key: string;
  readonly version: string;
  readonly ord: number;
  readonly marker: number;
  readonly size: number;
  readonly etag: string;
  readonly modified: number;
  readonly attributes: string;
  readonly checksum: string | null;
  readonly blob: string | null;
  readonly parts: string | null;
}

type Table = 'current' | 'version';

export interface ContentsCursor {
  readonly bucket: number;
  readonly key: string;
  readonly ord: number;
}

/** Where a version's content is stored, unless it is in the log. */
export interface ContentsRow extends ContentsCursor {
  readonly size: number;
  readonly blob: string | null;
  readonly parts: string | null;
}

/**
 * Columns in the order of `COLUMNS`: rows are fetched as arrays, which takes half the time of
 * objects.
 */
type VersionTuple = readonly [
  bucket: number,
  key: string,
  version: string,
  ord: number,
  sequence: number,
  marker: number,
  size: number,
  etag: string,
  modified: number,
  segment: number,
  offset: number,
  length: number,
  firstCovered: number | null,
  lastCovered: number | null,
  attributes: string,
  checksum: string | null,
  blob: string | null,
  parts: string | null,
];

function toRow(found: unknown): VersionRow | undefined {
  if (found === undefined) {
    return undefined;
  }
  const t = found as VersionTuple;
  return {
    bucket: t[0],
    key: t[1],
    version: t[2],
    ord: t[3],
    sequence: t[4],
    marker: t[5],
    size: t[6],
    etag: t[7],
    modified: t[8],
    segment: t[9],
    offset: t[10],
    length: t[11],
    firstCovered: t[12],
    lastCovered: t[13],
    attributes: t[14],
    checksum: t[15],
    blob: t[16],
    parts: t[17],
  };
}

const COLUMNS =
  'bucket, key, version, ord, sequence, marker, size, etag, modified, segment, offset, length, ' +
  'firstCovered, lastCovered, attributes, checksum, blob, parts';

function insertInto(db: DatabaseSync, table: Table): StatementSync {
  const marks = COLUMNS.split(',').map(() => '?');
  return db.prepare(`INSERT OR REPLACE INTO ${table} (${COLUMNS}) VALUES (${marks.join(',')})`);
}

function run(statement: StatementSync, r: VersionRow): void {
  statement.run(
    r.bucket,
    r.key,
    r.version,
    r.ord,
    r.sequence,
    r.marker,
    r.size,
    r.etag,
    r.modified,
    r.segment,
    r.offset,
    r.length,
    r.firstCovered,
    r.lastCovered,
    r.attributes,
    r.checksum,
    r.blob,
    r.parts,
  );
}

/** Prepared statements on the versions of objects. */
export class VersionTables {
  readonly #current: StatementSync;
  readonly #newest: StatementSync;
  readonly #byId: StatementSync;
  readonly #byOrder: StatementSync;
  readonly #any: StatementSync;
  readonly #younger: StatementSync;
  readonly #below: StatementSync;
  readonly #refers: StatementSync;
  readonly #contents: StatementSync;
  readonly #insertCurrent: StatementSync;
  readonly #insertVersion: StatementSync;
  readonly #deleteCurrent: StatementSync;
  readonly #deleteVersion: StatementSync;
  readonly #moveCurrent: StatementSync;
  readonly #moveVersion: StatementSync;

  constructor(db: DatabaseSync) {
    const select = `SELECT ${COLUMNS} FROM`;
    const move = 'SET segment = ?, offset = ?, length = ? WHERE bucket = ? AND key = ?';
    this.#current = prepareArrayRows(db, `${select} current WHERE bucket = ? AND key = ?`);
    this.#newest = prepareArrayRows(
      db,
      `${select} version WHERE bucket = ? AND key = ? ORDER BY ord DESC LIMIT 1`,
    );
    this.#byId = prepareArrayRows(
      db,
      `${select} version WHERE bucket = ? AND key = ? AND version = ?`,
    );
    this.#byOrder = prepareArrayRows(
      db,
      `${select} version WHERE bucket = ? AND key = ? AND ord = ?`,
    );
    const ordered = 'ord FROM version WHERE bucket = ? AND key = ? AND';
    this.#younger = db.prepare(
      `SELECT ${ordered} modified > ? AND version <> ? ORDER BY ord LIMIT 1`,
    );
    this.#below = db.prepare(
      `SELECT ${ordered} ord < ? AND version <> ? ORDER BY ord DESC LIMIT 1`,
    );
    this.#any = db.prepare(
      'SELECT 1 FROM current WHERE bucket = ?1 UNION ALL SELECT 1 FROM version WHERE bucket = ?1 LIMIT 1',
    );
    const contents = (table: Table): string =>
      `SELECT blob, parts FROM ${table} WHERE bucket = ?1 AND key = ?2`;
    this.#refers = db.prepare(
      `SELECT blob, parts FROM (${contents('current')} UNION ALL ${contents('version')}) ` +
        'WHERE instr(blob, ?3) OR instr(parts, ?3) LIMIT 1',
    );
    const behind = (table: Table): string =>
      `SELECT bucket, key, ord, size, blob, parts FROM ${table} ` +
      'WHERE (bucket, key) >= (?1, ?2) AND (bucket > ?1 OR key > ?2 OR ord < ?3)';
    this.#contents = db.prepare(
      `${behind('current')} UNION ALL ${behind('version')} ORDER BY bucket, key, ord DESC LIMIT ?4`,
    );
    this.#insertCurrent = insertInto(db, 'current');
    this.#insertVersion = insertInto(db, 'version');
    this.#deleteCurrent = db.prepare('DELETE FROM current WHERE bucket = ? AND key = ?');
    this.#deleteVersion = db.prepare(
      'DELETE FROM version WHERE bucket = ? AND key = ? AND ord = ?',
    );
    this.#moveCurrent = db.prepare(`UPDATE current ${move}`);
    this.#moveVersion = db.prepare(`UPDATE version ${move} AND ord = ?`);
  }

  /** Returns the visible object of a key. */
  current(bucket: number, key: string): VersionRow | undefined {
    return toRow(this.#current.get(bucket, key));
  }

  /**
   * Returns the newest row of `version`, which is the latest version if there is no current one.
   */
  newest(bucket: number, key: string): VersionRow | undefined {
    return toRow(this.#newest.get(bucket, key));
  }

  /** Returns a non-current version; '' is the null version. */
  byId(bucket: number, key: string, version: string): VersionRow | undefined {
    return toRow(this.#byId.get(bucket, key, version));
  }

  /** Returns the version with this order, current or not. */
  byOrder(bucket: number, key: string, ord: number): VersionRow | undefined {
    const current = this.current(bucket, key);
    return current?.ord === ord ? current : toRow(this.#byOrder.get(bucket, key, ord));
  }

  /**
   * Order of the oldest non-current version that is younger than the given age; with `below`, which
   * returns that of the youngest version under a given order, it delimits where a version of that
   * age belongs.
   */
  youngerThan(
    at: { bucket: number; key: string; not: string },
    modified: number,
  ): number | undefined {
    const { bucket, key, not } = at;
    const found = this.#younger.get(bucket, key, modified, not)?.ord;
    return found === undefined || found === null ? undefined : Number(found);
  }

  below(at: { bucket: number; key: string; not: string }, under: number): number | undefined {
    const { bucket, key, not } = at;
    const found = this.#below.get(bucket, key, under, not)?.ord;
    return found === undefined || found === null ? undefined : Number(found);
  }

  hasAny(bucket: number): boolean {
    return this.#any.get(bucket) !== undefined;
  }

  /** Returns the content location of the key's version that uses the content file, if any. */
  referring(
    bucket: number,
    key: string,
    blob: string,
  ): Pick<VersionRow, 'blob' | 'parts'> | undefined {
    const row = this.#refers.get(bucket, key, blob);
    return row as Pick<VersionRow, 'blob' | 'parts'> | undefined;
  }

  /**
   * Contents of all versions, current or not, after the given one, sorted by bucket, key and order.
   * A version keeps its position when it becomes current or stops being current, so a walk over all
   * pages misses none.
   */
  contents(after: ContentsCursor, limit: number): readonly ContentsRow[] {
    const rows = this.#contents.all(after.bucket, after.key, after.ord, limit);
    return rows as unknown as ContentsRow[];
  }

  insert(table: Table, row: VersionRow): void {
    run(table === 'current' ? this.#insertCurrent : this.#insertVersion, row);
  }

  remove(table: Table, row: VersionRow): void {
    if (table === 'current') {
      this.#deleteCurrent.run(row.bucket, row.key);
    } else {
      this.#deleteVersion.run(row.bucket, row.key, row.ord);
    }
  }

  move(table: Table, row: VersionRow, to: Place): void {
    if (table === 'current') {
      this.#moveCurrent.run(to.segment, to.offset, to.length, row.bucket, row.key);
    } else {
      this.#moveVersion.run(to.segment, to.offset, to.length, row.bucket, row.key, row.ord);
    }
  }
}
