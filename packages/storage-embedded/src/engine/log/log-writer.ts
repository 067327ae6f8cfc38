import { fsyncSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { syncDirectory } from '../drives/drive-format.ts';
import { type DriveSet, segmentPath } from '../drives/drive-set.ts';
import { closeFile, OPEN_DURABLE_NEW, openFile, writeAll } from '../drives/raw-file.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { SegmentEntry } from './entries.ts';
import { draftBound, encodeRecord, RECORD_TYPE } from './record.ts';

interface Copy {
  readonly slot: number;
  readonly fd: number;
}

/** The segment that records are appended to. */
export interface ActiveSegment {
  readonly id: number;
  readonly slots: readonly number[];
  readonly copies: readonly Copy[];
  /** Bytes that were synced on every copy. */
  length: number;
  /** The header record, for the index. */
  readonly header: {
    readonly sequence: number;
    readonly entry: SegmentEntry;
    readonly length: number;
  };
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  );
}

/** Appends batches to the active segment's copies and starts new segments. */
export class LogWriter {
  readonly #drives: DriveSet;
  readonly #segments: ReadonlyMap<number, SegmentInfo>;
  readonly #maxBytes: number;
  #active: ActiveSegment | undefined;
  #lastId: number;

  constructor(
    drives: DriveSet,
    segments: ReadonlyMap<number, SegmentInfo>,
    options: { lastId: number; maxBytes: number },
  ) {
    this.#drives = drives;
    this.#segments = segments;
    this.#lastId = options.lastId;
    this.#maxBytes = options.maxBytes;
  }

  /**
   * The segment for the next batch; a new one when there is none yet, the last is
   * full or one of its drives failed.
   */
  async ready(nextSequence: () => number): Promise<ActiveSegment> {
    const active = this.#active;
    if (active && active.length < this.#maxBytes) {
      if (active.slots.every((slot) => this.#drives.online(slot))) {
        return active;
      }
    }
    await this.seal();
    const made = await this.#start(nextSequence());
    this.#active = made;
    return made;
  }

  /** Ends the active segment; the next batch starts another. */
  async seal(): Promise<void> {
    const active = this.#active;
    this.#active = undefined;
    await Promise.all(
      (active?.copies ?? []).map((copy) => closeFile(copy.fd).catch(() => undefined)),
    );
  }

  async #start(sequence: number): Promise<ActiveSegment> {
    const id = ++this.#lastId;
    const slots = this.#drives.pick();
    const segments = [...this.#segments.values()].map((s) => [s.id, s.length, s.slots] as const);
    const entry: SegmentEntry = { id, set: this.#drives.id, slots, segments };
    const draft = {
      sequence,
      type: RECORD_TYPE.segment,
      more: false,
      header: JSON.stringify(entry),
      data: undefined,
    };
    const bytes = Buffer.alloc(draftBound(draft));
    const length = encodeRecord(draft, bytes, 0);
    const copies: Copy[] = [];
    try {
      for (const slot of slots) {
        copies.push({ slot, fd: await this.#createCopy(slot, id, bytes.subarray(0, length)) });
      }
    } catch (error) {
      await Promise.all(copies.map((copy) => closeFile(copy.fd)));
      throw error;
    }
    return { id, slots, copies, length, header: { sequence, entry, length } };
  }

  async #createCopy(slot: number, id: number, header: Uint8Array): Promise<number> {
    const drive = this.#drives.online(slot);
    if (!drive) {
      throw new S3Error('ServiceUnavailable');
    }
    try {
      const fd = await openFile(segmentPath(drive, id), OPEN_DURABLE_NEW);
      await writeAll(fd, header, 0);
      await syncDirectory(join(drive.path, 'log'));
      return fd;
    } catch (error) {
      throw this.#failed(slot, error);
    }
  }

  #failed(slot: number, error: unknown): S3Error {
    if (isFull(error)) {
      return new S3Error('StorageFull');
    }
    this.#drives.fail(slot, error);
    return new S3Error('ServiceUnavailable', 'A drive failed while writing.');
  }

  /**
   * Appends the bytes to every copy and syncs them. When a copy fails, what was
   * appended is cut off again and the failure is thrown; a drive that failed for
   * another reason than a full disk is out of use then.
   */
  async append(active: ActiveSegment, bytes: Uint8Array): Promise<void> {
    const at = active.length;
    const results = await Promise.allSettled(
      active.copies.map((copy) => writeAll(copy.fd, bytes, at)),
    );
    const failures: S3Error[] = [];
    for (const [i, result] of results.entries()) {
      const copy = active.copies[i];
      if (result.status === 'rejected' && copy) {
        failures.push(this.#failed(copy.slot, result.reason));
      }
    }
    if (failures[0]) {
      await this.cut(active);
      throw failures[0];
    }
    active.length = at + bytes.length;
  }

  /** Cuts the copies back to the segment's length; a segment that cannot be cut is sealed. */
  async cut(active: ActiveSegment): Promise<void> {
    for (const copy of active.copies) {
      try {
        ftruncateSync(copy.fd, active.length);
        fsyncSync(copy.fd);
      } catch (error) {
        this.#drives.fail(copy.slot, error);
        await this.seal();
      }
    }
  }
}
