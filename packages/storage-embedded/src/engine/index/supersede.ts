import type { BlobRef, Covers } from '../log/entries.ts';
import type { Place, PlacedRow } from '../log/place.ts';
import type { IndexDb } from './index-db.ts';
import type { VersionRow } from './version-tables.ts';

/** A record of the log as it is applied to the index. */
export interface AppliedRecord {
  readonly type: number;
  readonly sequence: number;
  readonly place: Place;
  /** The header, decoded. */
  readonly entry: unknown;
  /** What the writer found in the index just before; spares looking it up again. */
  readonly found?: FoundVersions;
}

/** The rows a write to a key meets. */
export interface FoundVersions {
  readonly current: VersionRow | undefined;
  /** The row of the same version id. */
  readonly previous: VersionRow | undefined;
  /** No row of the key is in `version`. */
  readonly alone: boolean;
}

/** Files that nothing refers to any more, to be removed after the commit. */
export type Freed = { readonly id: string; readonly slots: readonly number[] }[];

/** The place columns of a new row. */
export function placedRow(record: AppliedRecord, covers: Covers | undefined): PlacedRow {
  const { segment, offset, length } = record.place;
  const [firstCovered, lastCovered] = covers ?? [null, null];
  return { sequence: record.sequence, segment, offset, length, firstCovered, lastCovered };
}

export function samePlace(a: Place, b: Place): boolean {
  return a.segment === b.segment && a.offset === b.offset;
}

/** Frees a content file: its row is written with the transaction, the file goes after it. */
export function freeBlob(index: IndexDb, blob: BlobRef, freed: Freed): void {
  index.addGarbage(blob.id, blob.slots);
  freed.push({ id: blob.id, slots: blob.slots });
}

/** Frees the copies of a content file that its new record names no more. */
export function moveBlob(index: IndexDb, from: BlobRef, to: BlobRef, freed: Freed): void {
  // A copy that was to go may be back after a later move.
  index.endGarbage(to.id, to.slots);
  const left = from.slots.filter((slot) => !to.slots.includes(slot));
  if (left.length > 0) {
    freeBlob(index, { ...from, slots: left }, freed);
  }
}

/**
 * Takes the place of a register's former record. Gives false when the record
 * changes nothing: an older one met again, or the same one at another place
 * (then `move` was called).
 */
export function supersede(
  index: IndexDb,
  former: PlacedRow | undefined,
  record: AppliedRecord,
  move: (to: Place) => void,
): boolean {
  const { accounting } = index;
  if (!former) {
    accounting.addLive(record.place.segment, record.place.length);
    return true;
  }
  if (former.sequence > record.sequence) {
    return false;
  }
  if (former.sequence === record.sequence && samePlace(former, record.place)) {
    return false;
  }
  accounting.addLive(former.segment, -former.length);
  accounting.addLive(record.place.segment, record.place.length);
  if (former.sequence === record.sequence) {
    accounting.drain(former.segment);
    move(record.place);
    return false;
  }
  return true;
}
