import type { DatabaseSync } from 'node:sqlite';
import { deleteSlices, FILTERS, GROUP_CHUNKS, writeSlices } from './slices.ts';

/** Late records mostly fall into the newest chunks, so these stay out of groups. */
const STILL_CHANGING = 8;
/** A smaller group is not worth its space. */
const MIN_CHUNKS = 16;

/**
 * Tracks which chunks of a day have their filters in groups (slices.ts) and which are loose. Called
 * within the transaction that changes the chunks; if that fails, it must be recreated.
 */
export class ChunkGroups {
  readonly #database: DatabaseSync;
  readonly #members = new Map<number, Set<number>>();
  readonly #groupOf = new Map<number, number>();
  /** Chunks that have filters but no group. */
  readonly #loose: Set<number>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    for (const row of database.prepare('SELECT first, place FROM places').iterate()) {
      this.#join(Number(row.first), Math.floor(Number(row.place) / GROUP_CHUNKS));
    }
    const rows = database
      .prepare('SELECT first FROM chunks WHERE parts IS NOT NULL ORDER BY first')
      .all();
    const firsts = rows.map(({ first }) => Number(first));
    this.#loose = new Set(firsts.filter((first) => !this.#groupOf.has(first)));
  }

  /** Records that the filters of a chunk have changed. */
  changed(first: number): void {
    this.#leave(first);
    this.#loose.add(first);
  }

  removed(first: number): void {
    this.#leave(first);
    this.#loose.delete(first);
  }

  /** Forms a group if enough chunks are loose. */
  tidy(): void {
    if (this.#loose.size >= GROUP_CHUNKS + STILL_CHANGING) this.#form();
  }

  /** Forms a group of the loose chunks of a past day; returns false if that is not worthwhile. */
  seal(): boolean {
    if (this.#loose.size < MIN_CHUNKS) return false;
    this.#form();
    return true;
  }

  #form(): void {
    const firsts = [...this.#loose].sort((one, other) => one - other).slice(0, GROUP_CHUNKS);
    let group = 0;
    while (this.#members.has(group)) group += 1;
    for (const filter of FILTERS) {
      const read = this.#database.prepare(`SELECT ${filter} AS bloom FROM chunks WHERE first = ?`);
      const blooms = firsts.map((first) => read.get(first)?.bloom as Uint8Array);
      writeSlices(this.#database, group, filter, blooms);
    }
    const write = this.#database.prepare('INSERT INTO places (first, place) VALUES (?, ?)');
    for (const [index, first] of firsts.entries()) {
      write.run(first, group * GROUP_CHUNKS + index);
      this.#loose.delete(first);
      this.#join(first, group);
    }
  }

  #join(first: number, group: number): void {
    this.#groupOf.set(first, group);
    const members = this.#members.get(group);
    if (members) members.add(first);
    else this.#members.set(group, new Set([first]));
  }

  #leave(first: number): void {
    const group = this.#groupOf.get(first);
    const members = group === undefined ? undefined : this.#members.get(group);
    if (group === undefined || !members) return;
    this.#forget(first);
    members.delete(first);
    if (members.size >= MIN_CHUNKS) return;
    for (const member of members) {
      this.#forget(member);
      this.#loose.add(member);
    }
    this.#members.delete(group);
    deleteSlices(this.#database, group);
  }

  #forget(first: number): void {
    this.#groupOf.delete(first);
    this.#database.prepare('DELETE FROM places WHERE first = ?').run(first);
  }
}
