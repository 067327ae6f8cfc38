import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { SegmentEntry } from '../log/entries.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { scanSegment } from '../log/segment-scan.ts';
import { type Inventory, readSegmentHeader } from './inventory.ts';
import { NotComplete } from './not-complete.ts';

/** A segment as listed in the header of a later one. */
export type ListedSegment = SegmentEntry['segments'][number];

export interface LogSource {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly inventory: Inventory;
  readonly log: Log;
}

/** Throws NotComplete unless a segment is present, or all its drives were checked or given up. */
export function needCopy(
  { inventory, drives }: LogSource,
  [id, length, slots]: ListedSegment,
): void {
  const sizes = inventory.get(id);
  const isThere = slots.some((slot) => (sizes?.get(slot) ?? -1) >= length);
  if (!isThere && slots.some((slot) => !drives.online(slot) && !drives.isVacant(slot))) {
    throw new NotComplete('objects are on drives that are away', drives);
  }
}

/** Returns the header of the newest segment with a whole header. */
export async function newestHeader(source: LogSource): Promise<SegmentEntry | undefined> {
  for (const [id, sizes] of [...source.inventory].reverse()) {
    const slots = sizes.keys();
    const header = await readSegmentHeader(source.files, { id, slots }, source.drives.id);
    if (header) {
      return header.entry;
    }
    // Usually the creation of the segment was interrupted; the replay checks whether it holds
    // anything more.
    source.log('warn', 'A segment has no readable header.', { segment: id });
  }
  return undefined;
}

/** Returns the segments listed in the newest one, except those that it dropped itself. */
export async function stillThere(
  source: LogSource,
  newest: SegmentEntry,
): Promise<readonly ListedSegment[]> {
  const dropped = new Set<number>();
  const range = { from: 0, limit: Number.POSITIVE_INFINITY };
  for await (const group of scanSegment(source.files, newest, range)) {
    for (const { head, text } of group) {
      if (head.type === RECORD_TYPE.drop) {
        dropped.add(JSON.parse(text).id);
      }
    }
  }
  return newest.segments.filter(([id]) => !dropped.has(id)).sort(([a], [b]) => a - b);
}
