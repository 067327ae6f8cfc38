import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Place, PlacedRow } from '../log/place.ts';

export interface BucketRow extends PlacedRow {
  readonly id: number;
  readonly name: string;
  /** BucketEntry as JSON. */
  readonly entry: string;
}

export interface UploadRow extends PlacedRow {
  readonly id: string;
  readonly bucket: number;
  readonly key: string;
  readonly started: number;
  /** UploadEntry as JSON. */
  readonly entry: string;
}

export interface PartRow extends PlacedRow {
  readonly upload: string;
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly modified: number;
  readonly checksum: string | null;
  readonly blob: string;
}

/** The columns of a part that describe its content and are shown to callers. */
export type ListedPart = Omit<PartRow, keyof PlacedRow | 'upload'>;

/**
 * Bytes that the records of an upload's parts occupy in a segment, and the range of segments they
 * cover.
 */
export interface PartSpan {
  readonly segment: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
}

/** A part of an open upload, with its bucket and key. */
export interface OpenPartRow {
  readonly upload: string;
  readonly number: number;
  readonly size: number;
  readonly blob: string;
  readonly bucket: number;
  readonly key: string;
}

export interface DocumentRow extends PlacedRow {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
}

const PLACE = 'sequence, segment, offset, length, firstCovered, lastCovered';
const MOVE = 'SET segment = ?, offset = ?, length = ? WHERE';

function placeOf(r: PlacedRow): [number, number, number, number, number | null, number | null] {
  return [r.sequence, r.segment, r.offset, r.length, r.firstCovered, r.lastCovered];
}

export class BucketTable {
  readonly #all: StatementSync;
  readonly #byId: StatementSync;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #move: StatementSync;

  constructor(db: DatabaseSync) {
    this.#all = db.prepare('SELECT * FROM bucket ORDER BY name');
    this.#byId = db.prepare('SELECT * FROM bucket WHERE id = ?');
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO bucket (id, name, entry, ${PLACE}) VALUES (?,?,?,?,?,?,?,?,?)`,
    );
    this.#remove = db.prepare('DELETE FROM bucket WHERE id = ?');
    this.#move = db.prepare(`UPDATE bucket ${MOVE} id = ?`);
  }

  all(): readonly BucketRow[] {
    return this.#all.all() as unknown as BucketRow[];
  }

  get(id: number): BucketRow | undefined {
    return this.#byId.get(id) as BucketRow | undefined;
  }

  set(row: BucketRow): void {
    this.#insert.run(row.id, row.name, row.entry, ...placeOf(row));
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  move(id: number, to: Place): void {
    this.#move.run(to.segment, to.offset, to.length, id);
  }
}

export class UploadTable {
  readonly #get: StatementSync;
  readonly #list: StatementSync;
  readonly #ofBucket: StatementSync;
  readonly #stale: StatementSync;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #move: StatementSync;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT * FROM upload WHERE id = ?');
    this.#list = db.prepare(
      'SELECT * FROM upload WHERE bucket = ? AND (key, id) > (?, ?) AND key >= ? AND key < ? ' +
        'ORDER BY key, id LIMIT ?',
    );
    this.#ofBucket = db.prepare('SELECT * FROM upload WHERE bucket = ?');
    this.#stale = db.prepare('SELECT * FROM upload WHERE started < ? ORDER BY started LIMIT ?');
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO upload (id, bucket, key, started, entry, ${PLACE}) VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
    );
    this.#remove = db.prepare('DELETE FROM upload WHERE id = ?');
    this.#move = db.prepare(`UPDATE upload ${MOVE} id = ?`);
  }

  get(id: string): UploadRow | undefined {
    return this.#get.get(id) as UploadRow | undefined;
  }

  /** Uploads after (afterKey, afterId) with keys in [from, below), sorted by key and id. */
  list(
    bucket: number,
    q: { afterKey: string; afterId: string; from: string; below: string; limit: number },
  ): readonly UploadRow[] {
    const rows = this.#list.all(bucket, q.afterKey, q.afterId, q.from, q.below, q.limit);
    return rows as unknown as UploadRow[];
  }

  ofBucket(bucket: number): readonly UploadRow[] {
    return this.#ofBucket.all(bucket) as unknown as UploadRow[];
  }

  startedBefore(time: number, limit: number): readonly UploadRow[] {
    return this.#stale.all(time, limit) as unknown as UploadRow[];
  }

  set(row: UploadRow): void {
    this.#insert.run(row.id, row.bucket, row.key, row.started, row.entry, ...placeOf(row));
  }

  remove(id: string): void {
    this.#remove.run(id);
  }

  move(id: string, to: Place): void {
    this.#move.run(to.segment, to.offset, to.length, id);
  }
}

export class PartTable {
  readonly #get: StatementSync;
  readonly #list: StatementSync;
  readonly #spans: StatementSync;
  readonly #page: StatementSync;
  readonly #insert: StatementSync;
  readonly #removeAll: StatementSync;
  readonly #move: StatementSync;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT * FROM part WHERE upload = ? AND number = ?');
    this.#list = db.prepare(
      'SELECT number, size, etag, modified, checksum, blob FROM part ' +
        'WHERE upload = ? AND number > ? ORDER BY number LIMIT ?',
    );
    this.#spans = db.prepare(
      'SELECT segment, sum(length) AS bytes, ' +
        'min(min(segment, coalesce(firstCovered, segment))) AS first, ' +
        'max(max(segment, coalesce(lastCovered, segment))) AS last ' +
        'FROM part WHERE upload = ? GROUP BY segment',
    );
    this.#page = db.prepare(
      'SELECT p.upload, p.number, p.size, p.blob, u.bucket, u.key ' +
        'FROM part p JOIN upload u ON u.id = p.upload ' +
        'WHERE (p.upload, p.number) > (?, ?) ORDER BY p.upload, p.number LIMIT ?',
    );
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO part (upload, number, size, etag, modified, checksum, blob, ${PLACE}) ` +
        'VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)',
    );
    this.#removeAll = db.prepare('DELETE FROM part WHERE upload = ?');
    this.#move = db.prepare(`UPDATE part ${MOVE} upload = ? AND number = ?`);
  }

  get(upload: string, number: number): PartRow | undefined {
    return this.#get.get(upload, number) as PartRow | undefined;
  }

  list(upload: string, after: number, limit: number): readonly ListedPart[] {
    return this.#list.all(upload, after, limit) as unknown as ListedPart[];
  }

  /** Returns where an upload's part records are, by segment. */
  spans(upload: string): readonly PartSpan[] {
    return this.#spans.all(upload) as unknown as PartSpan[];
  }

  /** Parts of all open uploads, after the given one. */
  page(after: { upload: string; number: number }, limit: number): readonly OpenPartRow[] {
    return this.#page.all(after.upload, after.number, limit) as unknown as OpenPartRow[];
  }

  set(row: PartRow): void {
    const { upload, number, size, etag, modified, checksum, blob } = row;
    this.#insert.run(upload, number, size, etag, modified, checksum, blob, ...placeOf(row));
  }

  removeAll(upload: string): void {
    this.#removeAll.run(upload);
  }

  move(upload: string, number: number, to: Place): void {
    this.#move.run(to.segment, to.offset, to.length, upload, number);
  }
}

export class DocumentTable {
  readonly #get: StatementSync;
  readonly #list: StatementSync;
  readonly #page: StatementSync;
  readonly #count: StatementSync;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #move: StatementSync;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT * FROM document WHERE kind = ? AND name = ?');
    this.#page = db.prepare(
      'SELECT name, value FROM document WHERE kind = ? AND name > ? ORDER BY name LIMIT ?',
    );
    this.#count = db.prepare('SELECT count(*) AS n FROM document WHERE kind = ?');
    this.#list = db.prepare('SELECT name, value FROM document WHERE kind = ? ORDER BY name');
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO document (kind, name, value, ${PLACE}) VALUES (?,?,?,?,?,?,?,?,?)`,
    );
    this.#remove = db.prepare('DELETE FROM document WHERE kind = ? AND name = ?');
    this.#move = db.prepare(`UPDATE document ${MOVE} kind = ? AND name = ?`);
  }

  get(kind: string, name: string): DocumentRow | undefined {
    return this.#get.get(kind, name) as DocumentRow | undefined;
  }

  list(kind: string): readonly { name: string; value: string }[] {
    return this.#list.all(kind) as unknown as { name: string; value: string }[];
  }

  page(kind: string, after: string, limit: number): readonly { name: string; value: string }[] {
    const rows = this.#page.all(kind, after, limit);
    return rows as unknown as { name: string; value: string }[];
  }

  count(kind: string): number {
    return Number(this.#count.get(kind)?.n);
  }

  set(row: DocumentRow): void {
    this.#insert.run(row.kind, row.name, row.value, ...placeOf(row));
  }

  remove(kind: string, name: string): void {
    this.#remove.run(kind, name);
  }

  move(kind: string, name: string, to: Place): void {
    this.#move.run(to.segment, to.offset, to.length, kind, name);
  }
}
