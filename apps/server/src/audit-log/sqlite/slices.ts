import type { DatabaseSync } from 'node:sqlite';
import { BLOOM_BITS } from '../bloom.ts';

/**
 * Number of chunks whose filters are stored together, transposed: the first bits of all, the second
 * bits of all...
 */
export const GROUP_CHUNKS = 64;
/** One bit position of all filters in a group. */
const ROW_BYTES = GROUP_CHUNKS / 8;
/** Rows per slice: as many as fit an SQLite page. */
const SLICE_ROWS = 500;
const SLICES = Math.ceil(BLOOM_BITS / SLICE_ROWS);

/** The filters of a chunk, as columns of `chunks`. */
export const FILTERS = ['parts', 'wholes'] as const;
export type FilterName = (typeof FILTERS)[number];

function firstSlice(group: number, filter: FilterName): number {
  return (group * FILTERS.length + FILTERS.indexOf(filter)) * SLICES;
}

/** Stores the filters of a group together. */
export function writeSlices(
  database: DatabaseSync,
  group: number,
  filter: FilterName,
  blooms: readonly Uint8Array[],
): void {
  const rows = new Uint8Array(SLICES * SLICE_ROWS * ROW_BYTES);
  for (const [place, bloom] of blooms.entries()) {
    const [offset, mark] = [place >>> 3, 1 << (place & 7)];
    for (let index = 0; index < bloom.length; index += 1) {
      for (let left = bloom[index] ?? 0; left !== 0; left &= left - 1) {
        const bit = index * 8 + 31 - Math.clz32(left & -left);
        rows[bit * ROW_BYTES + offset] = (rows[bit * ROW_BYTES + offset] ?? 0) | mark;
      }
    }
  }
  const write = database.prepare('INSERT INTO slices (id, bits) VALUES (?, ?)');
  const bytes = SLICE_ROWS * ROW_BYTES;
  for (let slice = 0; slice < SLICES; slice += 1) {
    const part = rows.subarray(slice * bytes, (slice + 1) * bytes);
    write.run(firstSlice(group, filter) + slice, part);
  }
}

export function deleteSlices(database: DatabaseSync, group: number): void {
  const [first, next] = [firstSlice(group, 'parts'), firstSlice(group + 1, 'parts')];
  database.prepare('DELETE FROM slices WHERE id >= ? AND id < ?').run(first, next);
}

/**
 * Finds the chunks of a group that have all of some bits set. Reads one page per bit; reading each
 * filter would take many times as much.
 */
export function sliceReader(database: DatabaseSync) {
  const read = database.prepare('SELECT bits AS rows FROM slices WHERE id = ?');

  return (group: number, filter: FilterName, bits: readonly number[]): Uint8Array => {
    const places = new Uint8Array(ROW_BYTES).fill(0xff);
    for (const bit of bits) {
      const { rows } = read.get(firstSlice(group, filter) + Math.floor(bit / SLICE_ROWS)) ?? {};
      if (!(rows instanceof Uint8Array)) continue;
      const start = (bit % SLICE_ROWS) * ROW_BYTES;
      for (let index = 0; index < ROW_BYTES; index += 1) {
        places[index] = (places[index] ?? 0) & (rows[start + index] ?? 0);
      }
      if (places.every((byte) => byte === 0)) break;
    }
    return places;
  };
}
