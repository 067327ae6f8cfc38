import { readdir } from 'node:fs/promises';
import { logDirectory, segmentIdOf } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { SegmentEntry } from '../log/entries.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { scanSegment } from '../log/segment-scan.ts';

/** Segment ids in order, with the slots of the working drives that have a file of them. */
export type Inventory = ReadonlyMap<number, readonly number[]>;

/** Looks which segments the working drives have. */
export async function takeInventory(drives: DriveSet): Promise<Inventory> {
  const found = new Map<number, number[]>();
  for (const drive of drives.working) {
    for (const name of await readdir(logDirectory(drive.path))) {
      const id = segmentIdOf(name);
      if (id !== undefined) {
        found.set(id, [...(found.get(id) ?? []), drive.slot]);
      }
    }
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** The header record of a segment; undefined when no copy has it whole or it is of another store. */
export async function readSegmentHeader(
  files: SegmentFiles,
  segment: { id: number; slots: readonly number[] },
  set: string,
): Promise<SegmentEntry | undefined> {
  const range = { from: 0, limit: Number.POSITIVE_INFINITY };
  for await (const [first] of scanSegment(files, segment, range)) {
    if (first?.head.type !== RECORD_TYPE.segment) {
      return undefined;
    }
    const entry: SegmentEntry = JSON.parse(first.text);
    return entry.set === set && entry.id === segment.id ? entry : undefined;
  }
  return undefined;
}
