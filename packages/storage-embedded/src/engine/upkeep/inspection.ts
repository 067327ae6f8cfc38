import type { OwnedContent } from '../content/blob-content.ts';
import type { BlobReader, CopyState, OnRead } from '../content/blob-reader.ts';
import type { Leases } from '../content/leases.ts';
import { segmentPath } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import { type ScannedRecord, scanSegment } from '../log/segment-scan.ts';
import { slotsOf } from './contents.ts';

export interface InspectionParts {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly blobs: BlobReader;
  readonly index: IndexDb;
  readonly leases: Leases;
}

/** Bytes of a segment. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What was found of one copy of a segment. */
export interface SegmentCopy {
  /** Records that are not whole in it, though they are in another one. */
  records: number;
  /** Where the first of them is. */
  first: number;
}

export interface SegmentReport {
  /** Damaged copies by slot. */
  readonly bad: ReadonlyMap<number, SegmentCopy>;
  /** What is whole in none of the copies that can be read. */
  readonly lost: readonly Span[];
  /** Slots that could be read. */
  readonly slots: readonly number[];
}

export interface InspectOptions {
  readonly onRead: OnRead;
  /** Gives up what is under way. */
  readonly stopped: () => boolean;
  readonly onRecord?: (record: ScannedRecord) => void;
}

/** Reads every copy of one thing and says how it is; changes nothing. */
export class Inspection {
  readonly #parts: InspectionParts;

  constructor(parts: InspectionParts) {
    this.#parts = parts;
  }

  /** All records of a segment on the drives that can be read; undefined when it was stopped or the segment went meanwhile. */
  async segment(
    { id, slots: all, length }: SegmentInfo,
    { onRead, stopped, onRecord }: InspectOptions,
  ): Promise<SegmentReport | undefined> {
    const { drives, files, index } = this.#parts;
    const slots = drives.toRead(all);
    const bad = new Map<number, SegmentCopy>();
    const lost: Span[] = [];
    const read: SegmentFiles['read'] = async (segment, slot, at) => {
      const count = await files.read(segment, slot, at);
      await onRead(count);
      return count;
    };
    const options = {
      from: 0,
      limit: length,
      onLost: (from: number, to: number) => lost.push({ from, to }),
      onBadCopy: (slot: number, offset: number) => {
        const copy = bad.get(slot) ?? { records: 0, first: offset };
        copy.records++;
        bad.set(slot, copy);
      },
    };
    for (const slot of slots) {
      // A file that is open can be read although it is not there any more.
      files.forgetDrive(segmentPath({ path: drives.readable(slot)?.path ?? '' }, id));
    }
    if (slots.length > 0) {
      for await (const group of scanSegment({ read }, { id, slots }, options)) {
        if (stopped()) {
          return undefined;
        }
        for (const record of group) {
          onRecord?.(record);
          if (!record.data) {
            lost.push({ from: record.offset, to: record.offset + record.head.length });
          }
        }
      }
    }
    return index.accounting.segments.has(id) ? { bad, lost, slots } : undefined;
  }

  /** Each copy of a content by slot; undefined when it was stopped or the content was deleted meanwhile. */
  async content(
    content: OwnedContent,
    { onRead, stopped }: InspectOptions,
  ): Promise<ReadonlyMap<number, CopyState> | undefined> {
    const { blobs, index, leases } = this.#parts;
    const { id, slots } = content.blob;
    const found = new Map<number, CopyState>();
    // The files stay until all copies were read.
    leases.take([id]);
    try {
      for (const slot of slots) {
        if (stopped() || !slotsOf(index, content.owner, id).includes(slot)) {
          return undefined;
        }
        found.set(slot, await blobs.inspect(content, slot, onRead));
      }
      return found;
    } finally {
      leases.give([id]);
    }
  }
}
