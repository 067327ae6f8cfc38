import type { BlobRef, Covers } from '../log/entries.ts';
import type { Place, PlacedRow } from '../log/place.ts';
import type { IndexDb } from './index-db.ts';
import type { VersionRow } from './version-tables.ts';

/** A log record to be applied to the index. */
export interface AppliedRecord {
  readonly type: number;
  readonly sequence: number;
  readonly place: Place;
  /** The decoded header. */
  readonly entry: unknown;
  /** What the writer just found in the index; avoids a second lookup. */
  readonly found?: FoundVersions;
}

/** The existing rows affected by a write to a key. */
export interface FoundVersions {
  readonly current: VersionRow | undefined;
  /** The row with the same version id. */
  readonly previous: VersionRow | undefined;
  /** Whether `version` has no row of the key. */
  readonly alone: boolean;
}

/** Files that are no longer referenced, to be removed after the commit. */
export type Freed = { readonly id: string; readonly slots: readonly number[] }[];

/** Returns the place columns of a new row. */
export function placedRow(record: AppliedRecord, covers: Covers | undefined): PlacedRow {
  const { segment, offset, length } = record.place;
  const [firstCovered, lastCovered] = covers ?? [null, null];
  return { sequence: record.sequence, segment, offset, length, firstCovered, lastCovered };
}

export function samePlace(a: Place, b: Place): boolean {
  return a.segment === b.segment && a.offset === b.offset;
}

/**
 * Frees a content file: its garbage row is written in the transaction, and the file is removed
 * afterwards.
 */
export function freeBlob(index: IndexDb, blob: BlobRef, freed: Freed): void {
  index.addGarbage(blob.id, blob.slots);
  freed.push({ id: blob.id, slots: blob.slots });
}

/** Frees the copies of a content file that its new record no longer names. */
export function moveBlob(index: IndexDb, from: BlobRef, to: BlobRef, freed: Freed): void {
  // A copy marked for removal may be in use again after a later move.
  index.endGarbage(to.id, to.slots);
  const left = from.slots.filter((slot) => !to.slots.includes(slot));
  if (left.length > 0) {
    freeBlob(index, { ...from, slots: left }, freed);
  }
}

/**
 * Replaces a register's former record. Returns false if the record changes nothing: it is an older
 * one, or the same one at a new place (in which case `move` was called).
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
