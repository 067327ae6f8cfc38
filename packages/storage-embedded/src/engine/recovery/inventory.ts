import { readdir, stat } from 'node:fs/promises';
import { type Drive, logDirectory, segmentIdOf, segmentPath } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { SegmentEntry } from '../log/entries.ts';
import { hasUnknownFeature } from '../log/features.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { scanSegment } from '../log/segment-scan.ts';

/** Segment ids in ascending order, each with its file sizes by slot of the working drives. */
export type Inventory = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Lists the segments on the working drives; a drive that cannot be listed goes out of use. */
export async function takeInventory(drives: DriveSet): Promise<Inventory> {
  const found = new Map<number, Map<number, number>>();
  for (const drive of drives.working) {
    try {
      for (const [id, size] of await segmentsOf(drive)) {
        const sizes = found.get(id) ?? new Map<number, number>();
        found.set(id, sizes.set(drive.slot, size));
      }
    } catch (error) {
      drives.failed(drive.slot, error);
    }
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

async function segmentsOf(drive: Drive): Promise<readonly (readonly [number, number])[]> {
  const segments: (readonly [number, number])[] = [];
  for (const name of await readdir(logDirectory(drive.path))) {
    const id = segmentIdOf(name);
    if (id !== undefined) {
      segments.push([id, (await stat(segmentPath(drive, id))).size]);
    }
  }
  return segments;
}

/** The newest header among a segment's copies, with the slots of the copies that have it. */
export interface FoundHeader {
  readonly entry: SegmentEntry;
  readonly slots: readonly number[];
}

/**
 * Reads the header record of a segment; undefined if no copy has it whole or it belongs to another
 * store. If files with the same id come from several sessions, the latest wins.
 *
 * @throws Error if it was written by a newer version
 */
export async function readSegmentHeader(
  files: SegmentFiles,
  segment: { id: number; slots: Iterable<number> },
  set: string,
): Promise<FoundHeader | undefined> {
  let found: { entry: SegmentEntry; slots: number[] } | undefined;
  for (const slot of segment.slots) {
    const entry = await readCopy(files, { id: segment.id, slot });
    if (entry?.set !== set || entry.id !== segment.id) {
      continue;
    }
    const [mine, best] = [entry.epoch ?? 0, found?.entry.epoch ?? 0];
    if (!found || mine > best) {
      found = { entry, slots: [slot] };
    } else if (mine === best) {
      found.slots.push(slot);
    }
  }
  return found;
}

async function readCopy(
  files: SegmentFiles,
  { id, slot }: { id: number; slot: number },
): Promise<SegmentEntry | undefined> {
  const range = { from: 0, limit: Number.POSITIVE_INFINITY };
  for await (const [first] of scanSegment(files, { id, slots: [slot] }, range)) {
    if (first?.head.type !== RECORD_TYPE.segment) {
      return undefined;
    }
    const entry: SegmentEntry = JSON.parse(first.text);
    if (hasUnknownFeature(entry.features)) {
      throw new Error('A newer version of Stowage has written to the log: use that one.');
    }
    return entry;
  }
  return undefined;
}
