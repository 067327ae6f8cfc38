import type { DatabaseSync } from 'node:sqlite';
import { addGrams, addToken, BLOOM_BYTES } from '../bloom.ts';
import { ChunkGroups } from './chunk-groups.ts';

/** Records in a full chunk. A chunk that late records grow to twice this size is split. */
export const CHUNK_RECORDS = 4096;

/** The fields of a record that are looked up through its chunk. */
export interface Noted {
  readonly id: number;
  readonly object: string;
  readonly objects: string;
  readonly requestId: string;
}

interface Chunk {
  readonly first: number;
  records: number;
  readonly parts: Uint8Array;
  readonly wholes: Uint8Array;
  /** Whether these filters differ from those in the file. */
  changed: boolean;
}

/**
 * The chunks of a day being written: the newest has its filters in memory, older ones are read when
 * a late record arrives. `save` writes the changes within the transaction of the records.
 */
export class Chunks {
  readonly #database: DatabaseSync;
  readonly #size: number;
  readonly #groups: ChunkGroups;
  readonly #firsts: number[];
  readonly #loaded = new Map<number, Chunk>();

  /**
   * @param start the lowest id of the day
   * @param size records in a full chunk
   */
  constructor(database: DatabaseSync, start: number, size: number) {
    this.#database = database;
    this.#size = size;
    this.#groups = new ChunkGroups(database);
    this.#firsts = database
      .prepare('SELECT first FROM chunks ORDER BY first')
      .all()
      .map(({ first }) => Number(first));
    if (this.#firsts.length === 0) this.#add(empty(start));
  }

  note(record: Noted): void {
    const chunk = this.#at(record.id);
    noteIn(chunk, record);
    if (chunk.records < this.#size) return;
    const newest = chunk.first === this.#firsts.at(-1);
    // The newest chunk is full once it ends with this record; later ones start another.
    if (newest && this.#endsWith(record.id)) this.#add(empty(record.id + 1));
    else if (chunk.records >= 2 * this.#size) this.#part(chunk);
  }

  save(): void {
    const newest = this.#firsts.at(-1);
    const write = this.#database.prepare(
      `INSERT INTO chunks (first, records, parts, wholes) VALUES (?, ?, ?, ?)
       ON CONFLICT (first) DO UPDATE SET records = excluded.records, parts = excluded.parts, wholes = excluded.wholes`,
    );
    for (const chunk of this.#loaded.values()) {
      if (!chunk.changed) continue;
      const open = chunk.first === newest;
      write.run(chunk.first, chunk.records, open ? null : chunk.parts, open ? null : chunk.wholes);
      chunk.changed = false;
      if (!open) this.#groups.changed(chunk.first);
    }
    this.#groups.tidy();
    // Late records arrive in runs: the newest chunk and a few more stay cached.
    for (const first of this.#loaded.keys()) {
      if (this.#loaded.size <= 4) break;
      if (first !== newest) this.#loaded.delete(first);
    }
  }

  /** Speeds up searches of a past day; returns false if there is nothing to do. */
  seal(): boolean {
    return this.#groups.seal();
  }

  /** The first id of the second chunk; undefined if there is only one chunk. */
  next(): number | undefined {
    return this.#firsts[1];
  }

  /** Removes the first chunk, whose records have been deleted. */
  dropFirst(): void {
    const first = this.#firsts.shift();
    if (first === undefined) return;
    this.#loaded.delete(first);
    this.#groups.removed(first);
    this.#database.prepare('DELETE FROM chunks WHERE first = ?').run(first);
  }

  #endsWith(id: number): boolean {
    const later = this.#database.prepare('SELECT 1 FROM records WHERE id > ? LIMIT 1').get(id);
    return later === undefined;
  }

  #at(id: number): Chunk {
    // After the oldest were deleted, a late record may precede the first chunk.
    if (id < (this.#firsts[0] ?? 0)) this.#add(empty(id));
    const first = this.#firsts[indexAt(this.#firsts, id)] ?? id;
    const loaded = this.#loaded.get(first) ?? this.#read(first);
    this.#loaded.set(first, loaded);
    return loaded;
  }

  #read(first: number): Chunk {
    const row = this.#database
      .prepare('SELECT records, parts, wholes FROM chunks WHERE first = ?')
      .get(first);
    if (row?.parts instanceof Uint8Array && row.wholes instanceof Uint8Array) {
      const { records, parts, wholes } = row;
      return { first, records: Number(records), parts, wholes, changed: false };
    }
    return this.#gather(first, Number.MAX_SAFE_INTEGER);
  }

  /** Builds the filters for the records of this range in the file. */
  #gather(first: number, last: number): Chunk {
    const chunk = empty(first);
    const rows = this.#database
      .prepare(
        'SELECT id, object, objects, request_id AS requestId FROM records WHERE id BETWEEN ? AND ?',
      )
      .iterate(first, last);
    for (const row of rows) noteIn(chunk, row as unknown as Noted);
    return chunk;
  }

  #part(chunk: Chunk): void {
    const next = this.#firsts[indexAt(this.#firsts, chunk.first) + 1];
    const last = next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
    const middle = this.#database
      .prepare('SELECT id FROM records WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1 OFFSET ?')
      .get(chunk.first, last, this.#size);
    if (middle === undefined) return;
    const from = Number(middle.id);
    this.#loaded.set(chunk.first, this.#gather(chunk.first, from - 1));
    this.#add(this.#gather(from, last));
  }

  #add(chunk: Chunk): void {
    chunk.changed = true;
    this.#firsts.splice(indexAt(this.#firsts, chunk.first) + 1, 0, chunk.first);
    this.#loaded.set(chunk.first, chunk);
  }
}

function empty(first: number): Chunk {
  return {
    ...{ first, records: 0, changed: true },
    parts: new Uint8Array(BLOOM_BYTES),
    wholes: new Uint8Array(BLOOM_BYTES),
  };
}

function noteIn(chunk: Chunk, { object, objects, requestId }: Noted): void {
  for (const name of objects === '' ? [object] : [object, ...JSON.parse(objects)]) {
    addGrams(chunk.parts, name);
    addToken(chunk.wholes, name);
  }
  addToken(chunk.wholes, requestId);
  chunk.records += 1;
  chunk.changed = true;
}

/** The index of the last number not above `value`; -1 if all are above it. */
function indexAt(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
