import type { OwnedContent } from '../content/blob-content.ts';
import { blobPath, type Drive, segmentPath } from '../drives/drive.ts';
import type { RecordPlace } from '../log/segment-files.ts';

/** A missing or damaged copy. Stored as JSON. */
export type Damage =
  | { readonly kind: 'record'; readonly place: RecordPlace; readonly slot: number }
  | { readonly kind: 'segment'; readonly id: number; readonly slot: number }
  | { readonly kind: 'blob'; readonly content: OwnedContent; readonly slot: number };

/**
 * Why a copy could not be repaired: no copy is good (`lost`), a drive that may have a good one is
 * out of use (`away`), or writing it failed (`failed`).
 */
export type RepairProblem = 'lost' | 'away' | 'failed';

/** A copy that could not be repaired so far. */
export interface FailedRepair {
  readonly damage: Damage;
  readonly problem: RepairProblem;
  readonly error: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly tries: number;
  /** Time of the next retry. */
  readonly due: number;
}

/** Returns the path of the copy on its drive. */
export function damagedPath(damage: Damage, drive: Drive): string {
  if (damage.kind === 'blob') {
    return blobPath(drive, damage.content.blob.id);
  }
  return segmentPath(drive, damage.kind === 'segment' ? damage.id : damage.place.segment);
}

/** Returns a name that identifies the copy. */
export function nameOf(damage: Damage): string {
  if (damage.kind === 'record') {
    return `r/${damage.place.segment}/${damage.place.offset}/${damage.slot}`;
  }
  return damage.kind === 'segment'
    ? `s/${damage.id}/${damage.slot}`
    : `b/${damage.content.blob.id}/${damage.slot}`;
}
