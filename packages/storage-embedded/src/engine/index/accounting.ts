import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Covers } from '../log/entries.ts';
import { copyCounters, emptyCounters, type UsageCounters } from './usage-counters.ts';

/** What the index knows of a segment. */
export interface SegmentInfo {
  readonly id: number;
  readonly slots: readonly number[];
  /** Valid bytes; anything a copy has beyond them is void. */
  length: number;
  /** Bytes of live records. */
  live: number;
  /** Some records were moved away: nothing else may be compacted until this segment is gone. */
  draining: boolean;
  /** Bytes of tombstones by the range they cover ('first:last'). */
  readonly tombstones: Map<string, TombstoneSum>;
}

interface TombstoneSum {
  readonly covers: Covers;
  readonly bytes: number;
}

/** A sum of tombstones as it was before a transaction; undefined if there was none. */
interface TombstoneBefore {
  readonly segment: number;
  readonly name: string;
  readonly sum: TombstoneSum | undefined;
}

interface SegmentRow {
  id: number;
  slots: string;
  length: number;
  live: number;
  draining: number;
}

/**
 * Totals of the index: live bytes per segment and usage per bucket. Kept in memory, updated as
 * records are applied, and written in the same transaction. After a rollback they are restored from
 * memory: if writing the index failed, reading it may fail too, and a segment missing here counts
 * as dropped.
 */
export class Accounting {
  readonly segments = new Map<number, SegmentInfo>();
  readonly usage = new Map<number, UsageCounters>();
  readonly #db: DatabaseSync;
  readonly #dirtySegments = new Set<number>();
  readonly #dirtyUsage = new Set<number>();
  readonly #dirtyTombstones = new Map<string, { segment: number; covers: Covers; bytes: number }>();
  /** Former values of what the transaction changed; undefined where there was none. */
  readonly #segmentsBefore = new Map<number, SegmentInfo | undefined>();
  readonly #tombstonesBefore = new Map<string, TombstoneBefore>();
  readonly #usageBefore = new Map<number, UsageCounters | undefined>();
  readonly #setSegment: StatementSync;
  readonly #removeSegment: StatementSync;
  readonly #setTombstone: StatementSync;
  readonly #removeTombstones: StatementSync;
  readonly #setUsage: StatementSync;
  readonly #removeUsage: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#setSegment = db.prepare('INSERT OR REPLACE INTO segment VALUES (?,?,?,?,?)');
    this.#removeSegment = db.prepare('DELETE FROM segment WHERE id = ?');
    this.#setTombstone = db.prepare('INSERT OR REPLACE INTO tombstone VALUES (?,?,?,?)');
    this.#removeTombstones = db.prepare('DELETE FROM tombstone WHERE segment = ?');
    this.#setUsage = db.prepare('INSERT OR REPLACE INTO usage VALUES (?,?)');
    this.#removeUsage = db.prepare('DELETE FROM usage WHERE bucket = ?');
    this.#load();
  }

  #load(): void {
    const rows = this.#db.prepare('SELECT * FROM segment ORDER BY id').all();
    for (const row of rows as unknown as SegmentRow[]) {
      const { id, length, live } = row;
      const slots: number[] = JSON.parse(row.slots);
      const draining = row.draining !== 0;
      this.segments.set(id, { id, slots, length, live, draining, tombstones: new Map() });
    }
    for (const row of this.#db.prepare('SELECT * FROM tombstone').all()) {
      const covers: Covers = [Number(row.firstCovered), Number(row.lastCovered)];
      const tombstones = this.segments.get(Number(row.segment))?.tombstones;
      tombstones?.set(covers.join(':'), { covers, bytes: Number(row.bytes) });
    }
    for (const row of this.#db.prepare('SELECT * FROM usage').all()) {
      this.usage.set(Number(row.bucket), JSON.parse(String(row.counters)));
    }
  }

  addSegment(id: number, slots: readonly number[], length: number): void {
    if (!this.segments.has(id)) {
      this.#keepSegment(id);
      const info = { id, slots, length, live: 0, draining: false, tombstones: new Map() };
      this.segments.set(id, info);
      this.#dirtySegments.add(id);
    }
  }

  dropSegment(id: number): void {
    this.#keepSegment(id);
    this.segments.delete(id);
    this.#dirtySegments.delete(id);
    this.#removeSegment.run(id);
    this.#removeTombstones.run(id);
  }

  grow(id: number, length: number): void {
    const segment = this.segments.get(id);
    if (segment && segment.length < length) {
      this.#keepSegment(id);
      segment.length = length;
      this.#dirtySegments.add(id);
    }
  }

  addLive(id: number, bytes: number): void {
    const segment = this.segments.get(id);
    if (segment) {
      this.#keepSegment(id);
      segment.live += bytes;
      this.#dirtySegments.add(id);
    }
  }

  drain(id: number): void {
    const segment = this.segments.get(id);
    if (segment && !segment.draining) {
      this.#keepSegment(id);
      segment.draining = true;
      this.#dirtySegments.add(id);
    }
  }

  addTombstone(id: number, covers: Covers, bytes: number): void {
    const name = covers.join(':');
    const segment = this.segments.get(id);
    if (!segment) {
      return;
    }
    const key = `${id}:${name}`;
    const before = segment.tombstones.get(name);
    if (!this.#tombstonesBefore.has(key)) {
      this.#tombstonesBefore.set(key, { segment: id, name, sum: before });
    }
    const sum = { covers, bytes: (before?.bytes ?? 0) + bytes };
    segment.tombstones.set(name, sum);
    this.#dirtyTombstones.set(key, { segment: id, ...sum });
  }

  /** Returns the counters of a bucket, for modification. */
  countersOf(bucket: number): UsageCounters {
    this.#keepUsage(bucket);
    this.#dirtyUsage.add(bucket);
    const known = this.usage.get(bucket);
    if (known) {
      return known;
    }
    const counters = emptyCounters();
    this.usage.set(bucket, counters);
    return counters;
  }

  dropBucket(bucket: number): void {
    this.#keepUsage(bucket);
    this.usage.delete(bucket);
    this.#dirtyUsage.delete(bucket);
    this.#removeUsage.run(bucket);
  }

  #keepSegment(id: number): void {
    if (!this.#segmentsBefore.has(id)) {
      const segment = this.segments.get(id);
      this.#segmentsBefore.set(id, segment && { ...segment });
    }
  }

  #keepUsage(bucket: number): void {
    if (!this.#usageBefore.has(bucket)) {
      const counters = this.usage.get(bucket);
      this.#usageBefore.set(bucket, counters && copyCounters(counters));
    }
  }

  /** Forgets the former values; must be called after the commit. */
  committed(): void {
    this.#segmentsBefore.clear();
    this.#tombstonesBefore.clear();
    this.#usageBefore.clear();
  }

  /** Restores everything that the transaction changed; must be called after a rollback. */
  undo(): void {
    restore(this.segments, this.#segmentsBefore);
    for (const { segment, name, sum } of this.#tombstonesBefore.values()) {
      restoreOne(this.segments.get(segment)?.tombstones, name, sum);
    }
    restore(this.usage, this.#usageBefore);
    this.#dirtySegments.clear();
    this.#dirtyTombstones.clear();
    this.#dirtyUsage.clear();
    this.committed();
  }

  /** Writes what changed; must be called before the transaction ends. */
  flush(): void {
    for (const id of this.#dirtySegments) {
      const segment = this.segments.get(id);
      if (segment) {
        const { length, live } = segment;
        const slots = JSON.stringify(segment.slots);
        this.#setSegment.run(id, slots, length, live, segment.draining ? 1 : 0);
      }
    }
    for (const { segment, covers, bytes } of this.#dirtyTombstones.values()) {
      if (this.segments.has(segment)) {
        this.#setTombstone.run(segment, covers[0], covers[1], bytes);
      }
    }
    for (const bucket of this.#dirtyUsage) {
      this.#setUsage.run(bucket, JSON.stringify(this.usage.get(bucket)));
    }
    this.#dirtySegments.clear();
    this.#dirtyTombstones.clear();
    this.#dirtyUsage.clear();
  }
}

function restore<V>(values: Map<number, V>, before: ReadonlyMap<number, V | undefined>): void {
  for (const [id, value] of before) {
    restoreOne(values, id, value);
  }
}

function restoreOne<K, V>(values: Map<K, V> | undefined, key: K, value: V | undefined): void {
  if (value === undefined) {
    values?.delete(key);
  } else {
    values?.set(key, value);
  }
}
