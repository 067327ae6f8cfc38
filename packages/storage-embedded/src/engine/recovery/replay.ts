import { open, stat } from 'node:fs/promises';
import { isMissing, segmentPath } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { SegmentEntry } from '../log/entries.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { type ScanOptions, scanSegment } from '../log/segment-scan.ts';
import { ScannedApplier } from './apply-scanned.ts';
import { type Inventory, readSegmentHeader } from './inventory.ts';

/** Sequence numbers left out at each opening, for records that were written but never acknowledged. */
const SEQUENCE_GAP = 2 ** 20;

export interface Recovered {
  readonly lastSegment: number;
  /** The number after which new ones start. */
  readonly sequence: number;
  /** Records that the index did not have yet. */
  readonly replayed: number;
}

export interface LogSource {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly inventory: Inventory;
  readonly log: Log;
}

interface BadCopy {
  readonly slot: number;
  readonly offset: number;
  readonly good: Buffer;
}

interface Tail {
  readonly id: number;
  readonly slots: readonly number[];
  readonly from: number;
  readonly limit: number;
  readonly isLast: boolean;
  /** False for a segment whose making was interrupted, or whose start is damaged on every copy. */
  readonly hasHeader: boolean;
}

/**
 * Applies to the index what the log has beyond it, and settles the end of the
 * last segment: a record counts when any copy has it whole, is written to the
 * other copy, and what stands behind the last one is cut off.
 */
export async function replay(source: LogSource, index: IndexDb): Promise<Recovered> {
  const from = index.position() ?? { segment: 0, offset: 0, sequence: 0 };
  let { sequence } = from;
  let replayed = 0;
  for (const tail of await tailsFrom(source, index, from)) {
    const applied = await replayTail(source, index, { tail, sequence });
    sequence = applied.sequence;
    replayed += applied.count;
  }
  const lastSegment = Math.max(from.segment, ...source.inventory.keys());
  return { lastSegment, sequence: sequence + SEQUENCE_GAP, replayed };
}

/** The parts of segments that the index does not have yet. */
async function tailsFrom(
  source: LogSource,
  index: IndexDb,
  from: { segment: number; offset: number },
): Promise<readonly Tail[]> {
  const ids = [...source.inventory.keys()].filter((id) => id >= from.segment);
  const headers = new Map<number, SegmentEntry>();
  for (const id of ids) {
    const slots = source.inventory.get(id) ?? [];
    const header = await readSegmentHeader(source.files, { id, slots }, source.drives.id);
    if (header) {
      headers.set(id, header);
    }
  }
  const sealed = new Map<number, number>();
  for (const header of headers.values()) {
    for (const [id, length] of header.segments) {
      sealed.set(id, length);
    }
  }
  const newest = Math.max(0, ...headers.keys());
  return ids.map((id) => {
    const found = source.inventory.get(id) ?? [];
    const slots = headers.get(id)?.slots ?? index.accounting.segments.get(id)?.slots ?? found;
    const start = id === from.segment ? from.offset : 0;
    // One that a later segment does not name never got an acknowledged record.
    const isVoid = newest > id && !sealed.has(id);
    const limit = isVoid ? 0 : (sealed.get(id) ?? Number.POSITIVE_INFINITY);
    const hasHeader = headers.has(id) || id === from.segment;
    return { id, slots, from: start, limit, isLast: id === ids.at(-1), hasHeader };
  });
}

async function replayTail(
  source: LogSource,
  index: IndexDb,
  { tail, sequence }: { tail: Tail; sequence: number },
): Promise<ScannedApplier> {
  const { id, slots } = tail;
  const applier = new ScannedApplier(index, id, { offset: tail.from, sequence });
  const bad: BadCopy[] = [];
  const options = scanOptions(source, tail, bad);
  for await (const group of scanSegment(source.files, { id, slots }, options)) {
    if (applier.count === 0 && applier.end === tail.from) {
      index.transaction(() => index.accounting.addSegment(id, slots, 0));
    }
    applier.add(group);
  }
  if (applier.end > tail.from) {
    applier.flush();
  }
  if (applier.end === 0) {
    await source.files.remove(id, slots);
  } else if (tail.isLast) {
    const good = bad.filter(({ offset }) => offset < applier.end);
    await settle(source, { id, slots, end: applier.end }, good);
  }
  return applier;
}

function scanOptions(source: LogSource, tail: Tail, bad: BadCopy[]): ScanOptions {
  const { from, limit } = tail;
  if (!tail.hasHeader) {
    const onLost = (start: number, end: number): void => {
      const fields = { segment: tail.id, from: start, to: end };
      source.log('warn', 'Part of a segment is void or damaged on every copy.', fields);
    };
    return { from, limit, onLost };
  }
  if (!tail.isLast) {
    return { from, limit };
  }
  return { from, limit, onBadCopy: (slot, offset, good) => bad.push({ slot, offset, good }) };
}

/** Makes every copy of the last segment end alike. */
async function settle(
  source: LogSource,
  segment: { id: number; slots: readonly number[]; end: number },
  bad: readonly BadCopy[],
): Promise<void> {
  for (const slot of segment.slots) {
    const drive = source.drives.online(slot);
    if (!drive) {
      continue;
    }
    const path = segmentPath(drive, segment.id);
    const mine = bad.filter((one) => one.slot === slot);
    try {
      const { size } = await stat(path);
      if (size <= segment.end && mine.length === 0) {
        continue;
      }
      const file = await open(path, 'r+');
      try {
        for (const { offset, good } of mine) {
          await file.write(good, 0, good.length, offset);
        }
        await file.truncate(segment.end);
        await file.sync();
      } finally {
        await file.close();
      }
      const fields = { segment: segment.id, drive: drive.path, records: mine.length };
      source.log('info', 'The end of a segment was settled after an interruption.', fields);
    } catch (error) {
      // A copy that was not made yet is made by the repairs that follow.
      if (!isMissing(error)) {
        source.drives.failed(slot, error);
      }
    }
  }
}
