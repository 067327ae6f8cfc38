import { open, stat } from 'node:fs/promises';
import { drivesAway } from '../drives/completeness.ts';
import { isMissing, segmentPath } from '../drives/drive.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { SegmentEntry } from '../log/entries.ts';
import { type ScanOptions, scanSegment } from '../log/segment-scan.ts';
import { ScannedApplier } from './apply-scanned.ts';
import { readSegmentHeader } from './inventory.ts';
import {
  type ListedSegment,
  type LogSource,
  needCopy,
  newestHeader,
  stillThere,
} from './log-source.ts';
import { NotComplete } from './not-complete.ts';

/**
 * Sequence numbers skipped at each opening, for records that were written but never acknowledged.
 */
const SEQUENCE_GAP = 2 ** 20;
const SEGMENT_GAP = 1000;

export interface Recovered {
  readonly lastSegment: number;
  /** New sequence numbers start after this one. */
  readonly sequence: number;
  /** Number of records that the index was missing. */
  readonly replayed: number;
  /** What in the log would be impossible if the index were correct. */
  readonly contradiction: string | undefined;
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
  /** False if the creation of the segment was interrupted or its start is damaged on every copy. */
  readonly hasHeader: boolean;
}

/**
 * Applies the part of the log that the index lacks and settles the end of the last segment: a
 * record counts if any copy has it whole, it is written to the other copy, and anything after the
 * last record is truncated.
 */
export async function replay(source: LogSource, index: IndexDb): Promise<Recovered> {
  const from = index.position() ?? { segment: 0, offset: 0, sequence: 0 };
  let { sequence } = from;
  let replayed = 0;
  let contradiction: string | undefined;
  for (const tail of await tailsFrom(source, index, from)) {
    const applied = await replayTail(source, index, { tail, sequence });
    sequence = applied.sequence;
    replayed += applied.count;
    contradiction ??= applied.contradiction;
  }
  const lastSegment = lastSegmentOf(source, index);
  return { lastSegment, sequence: sequence + SEQUENCE_GAP, replayed, contradiction };
}

/** Returns the recovery result for an index that was closed cleanly: nothing to replay. */
export function resume(source: LogSource, index: IndexDb): Recovered {
  const sequence = (index.position()?.sequence ?? 0) + SEQUENCE_GAP;
  return {
    lastSegment: lastSegmentOf(source, index),
    sequence,
    replayed: 0,
    contradiction: undefined,
  };
}

/** Ids are never reused: drives that are away may have unknown segments. */
function lastSegmentOf({ drives, inventory }: LogSource, index: IndexDb): number {
  const known = [...index.accounting.segments.keys(), ...inventory.keys()];
  const last = Math.max(index.position()?.segment ?? 0, ...known);
  return drivesAway(drives).length === 0 ? last : last + SEGMENT_GAP;
}

/**
 * Returns why the index cannot belong to the log, even though the log was applied to its end: it
 * was restored to a state from before segments were dropped.
 */
export async function findContradiction(
  source: LogSource,
  index: IndexDb,
  { contradiction }: Recovered,
): Promise<string | undefined> {
  if (contradiction !== undefined) {
    return contradiction;
  }
  const newest = await newestHeader(source);
  const listed = new Set(newest?.segments.map(([id]) => id));
  for (const id of index.accounting.segments.keys()) {
    if (newest && id < newest.id && !listed.has(id)) {
      return `it has segment ${id}, which was dropped`;
    }
  }
  return undefined;
}

/**
 * Anything the index lacks must be on a drive that is present. Only the newest segment knows which
 * segments still exist: an earlier one may list some that were dropped since.
 */
async function needCopies(
  source: LogSource,
  newest: SegmentEntry | undefined,
  from: { segment: number },
): Promise<void> {
  const isMissed = ([id]: ListedSegment) => id >= from.segment && !source.inventory.has(id);
  if (!newest?.segments.some(isMissed)) {
    return;
  }
  for (const listed of (await stillThere(source, newest)).filter(isMissed)) {
    needCopy(source, listed);
  }
}

/** Returns the parts of segments that are not yet in the index. */
async function tailsFrom(
  source: LogSource,
  index: IndexDb,
  from: { segment: number; offset: number },
): Promise<readonly Tail[]> {
  const ids = [...source.inventory.keys()].filter((id) => id >= from.segment);
  const headers = new Map<number, SegmentEntry>();
  for (const id of ids) {
    const slots = source.inventory.get(id)?.keys() ?? [];
    const header = await readSegmentHeader(source.files, { id, slots }, source.drives.id);
    if (header) {
      headers.set(id, header.entry);
    }
  }
  const sealed = new Map<number, number>();
  for (const header of headers.values()) {
    for (const [id, length] of header.segments) {
      sealed.set(id, length);
    }
  }
  const newest = Math.max(0, ...headers.keys());
  await needCopies(source, headers.get(newest), from);
  return ids.map((id) => {
    const found = [...(source.inventory.get(id)?.keys() ?? [])];
    const slots = headers.get(id)?.slots ?? index.accounting.segments.get(id)?.slots ?? found;
    const start = id === from.segment ? from.offset : 0;
    // A segment that no later one lists never received an acknowledged record.
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
  if (!tail.isLast || !tail.hasHeader) {
    const onLost = (start: number, end: number, why: 'torn' | 'unavailable'): void => {
      if (why === 'unavailable' && Number.isFinite(limit)) {
        throw new NotComplete('objects are on drives that are away', source.drives);
      }
      const fields = { segment: tail.id, from: start, to: end };
      source.log('warn', 'Part of a segment is void or damaged on every copy.', fields);
    };
    return { from, limit, onLost };
  }
  return { from, limit, onBadCopy: (slot, offset, good) => bad.push({ slot, offset, good }) };
}

/** Makes all copies of the last segment end at the same point. */
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
      // A missing copy is created by the repairs that follow.
      if (!isMissing(error)) {
        source.drives.failed(slot, error);
      }
    }
  }
}
