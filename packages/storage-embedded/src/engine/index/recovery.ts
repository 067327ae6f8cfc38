import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriveSet } from '../drives/drive-set.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { type ScannedRecord, scanSegment } from '../log/segment-scan.ts';
import { applyRecord } from './apply.ts';
import type { IndexDb } from './index-db.ts';
import type { Freed } from './supersede.ts';

/** Applied in one transaction while replaying. */
const BATCH_RECORDS = 2000;
/** Sequence numbers left out at each opening, for records that were written but never acknowledged. */
const SEQUENCE_GAP = 2 ** 20;

/** Slots of the drives that have a file of each segment. */
async function segmentsOnDrives(drives: DriveSet): Promise<Map<number, number[]>> {
  const segments = new Map<number, number[]>();
  for (const drive of drives.all) {
    if (drive.state !== 'ok') {
      continue;
    }
    for (const name of await readdir(join(drive.path, 'log'))) {
      const match = /^(\d{10})\.seg$/.exec(name);
      if (match) {
        const id = Number(match[1]);
        segments.set(id, [...(segments.get(id) ?? []), drive.slot]);
      }
    }
  }
  return new Map([...segments].sort(([a], [b]) => a - b));
}

export interface Recovered {
  readonly lastSegment: number;
  readonly sequence: number;
  readonly replayed: number;
}

/** Applies to the index what the log has beyond it. */
export async function replay(
  drives: DriveSet,
  index: IndexDb,
  files: SegmentFiles,
): Promise<Recovered> {
  const onDrives = await segmentsOnDrives(drives);
  const from = index.position() ?? { segment: 0, offset: 0, sequence: 0 };
  let { sequence } = from;
  let lastSegment = from.segment;
  let replayed = 0;
  const freed: Freed = [];
  for (const [id, slots] of onDrives) {
    if (id < from.segment) {
      continue;
    }
    index.transaction(() => index.accounting.addSegment(id, slots, 0));
    const start = id === from.segment ? from.offset : 0;
    let pending: ScannedRecord[] = [];
    const flush = (): void => {
      sequence = applyBatch(index, { id, records: pending, sequence, freed });
      replayed += pending.length;
      pending = [];
    };
    const range = { from: start, limit: Number.MAX_SAFE_INTEGER };
    for await (const group of scanSegment(files, { id, slots }, range)) {
      pending.push(...group);
      if (pending.length >= BATCH_RECORDS) {
        flush();
      }
    }
    flush();
    lastSegment = id;
  }
  return { lastSegment, sequence: sequence + SEQUENCE_GAP, replayed };
}

function applyBatch(
  index: IndexDb,
  batch: { id: number; records: readonly ScannedRecord[]; sequence: number; freed: Freed },
): number {
  const { id, records } = batch;
  let { sequence } = batch;
  const last = records.at(-1);
  if (!last) {
    return sequence;
  }
  index.transaction(() => {
    for (const { head, entry, offset } of records) {
      sequence = Math.max(sequence, head.sequence);
      const place = { segment: id, offset, length: head.length };
      const { type } = head;
      applyRecord(index, { type, sequence: head.sequence, entry, place }, batch.freed);
    }
    const end = last.offset + last.head.length;
    index.accounting.grow(id, end);
    index.setPosition({ segment: id, offset: end, sequence });
  });
  return sequence;
}
