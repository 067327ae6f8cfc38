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

/** A byte range of a segment. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Findings on one copy of a segment. */
export interface SegmentCopy {
  /** Number of records that are not whole in it but are in another copy. */
  records: number;
  /** Offset of the first of them. */
  first: number;
}

export interface SegmentReport {
  /** Damaged copies by slot. */
  readonly bad: ReadonlyMap<number, SegmentCopy>;
  /** Ranges that are not whole in any readable copy. */
  readonly lost: readonly Span[];
  /** Slots that could be read. */
  readonly slots: readonly number[];
}

export interface InspectOptions {
  readonly onRead: OnRead;
  /** Returns true to abort the inspection. */
  readonly stopped: () => boolean;
  readonly onRecord?: (record: ScannedRecord) => void;
}

/** Reads and verifies every copy of an item; changes nothing. */
export class Inspection {
  readonly #parts: InspectionParts;

  constructor(parts: InspectionParts) {
    this.#parts = parts;
  }

  /**
   * Verifies all records of a segment on the readable drives; undefined if stopped or if the
   * segment was dropped meanwhile.
   */
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
      // An open file stays readable after it was deleted.
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

  /**
   * Returns the state of each copy of a content by slot; undefined if stopped or if the content was
   * deleted meanwhile.
   */
  async content(
    content: OwnedContent,
    { onRead, stopped }: InspectOptions,
  ): Promise<ReadonlyMap<number, CopyState> | undefined> {
    const { blobs, index, leases } = this.#parts;
    const { id, slots } = content.blob;
    const found = new Map<number, CopyState>();
    // Keeps the files until all copies have been read.
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
