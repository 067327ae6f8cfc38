import { fsyncSync, ftruncateSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { type Drive, isFull, logDirectory, segmentPath } from '../drives/drive.ts';
import { syncDirectory } from '../drives/drive-format.ts';
import type { DriveSet } from '../drives/drive-set.ts';
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

/** A batch could not be written to every copy, but other drives may take it. */
export class TryOtherDrives extends Error {}

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

  /** Id of the newest segment. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the segment that is being written. */
  get activeId(): number | undefined {
    return this.#active?.id;
  }

  /**
   * The segment for the next batch; a new one when there is none yet, the last is
   * full or one of its drives failed. Throws StorageFull or ServiceUnavailable
   * when there are no drives for one.
   */
  async ready(nextSequence: () => number): Promise<ActiveSegment> {
    const active = this.#active;
    if (active && active.length < this.#maxBytes) {
      if (active.slots.every((slot) => this.#drives.online(slot))) {
        return active;
      }
    }
    await this.seal();
    for (;;) {
      const made = await this.#start(nextSequence());
      if (made) {
        this.#active = made;
        return made;
      }
    }
  }

  /** Ends the active segment; the next batch starts another. */
  async seal(): Promise<void> {
    const active = this.#active;
    this.#active = undefined;
    await closeAll(active?.copies ?? []);
  }

  /** Makes a segment; undefined when a drive failed over it, so that others can be tried. */
  async #start(sequence: number): Promise<ActiveSegment | undefined> {
    const drives = this.#drives.pickForLog();
    const id = ++this.#lastId;
    const slots = drives.map((drive) => drive.slot);
    const segments = [...this.#segments.values()].map((s) => [s.id, s.length, s.slots] as const);
    const entry: SegmentEntry = { id, set: this.#drives.id, slots, segments };
    const header = JSON.stringify(entry);
    const draft = { sequence, type: RECORD_TYPE.segment, more: false, header, data: undefined };
    const bytes = Buffer.alloc(draftBound(draft));
    const length = encodeRecord(draft, bytes, 0);
    const copies: Copy[] = [];
    for (const drive of drives) {
      try {
        copies.push({
          slot: drive.slot,
          fd: await createCopy(drive, id, bytes.subarray(0, length)),
        });
      } catch (error) {
        await this.#undo(id, copies);
        this.#drives.failed(drive.slot, error);
        if (isFull(error)) {
          throw new S3Error('StorageFull');
        }
        return undefined;
      }
    }
    return { id, slots, copies, length, header: { sequence, entry, length } };
  }

  /** Removes the copies of a segment that could not be made on all its drives. */
  async #undo(id: number, copies: readonly Copy[]): Promise<void> {
    await closeAll(copies);
    for (const { slot } of copies) {
      const drive = this.#drives.online(slot);
      if (drive) {
        await unlink(segmentPath(drive, id)).catch((error) => this.#drives.failed(slot, error));
      }
    }
  }

  /**
   * Appends the bytes to every copy and syncs them. When a copy fails, what was
   * appended is cut off again; thrown is TryOtherDrives, or what to answer.
   */
  async append(active: ActiveSegment, bytes: Uint8Array): Promise<void> {
    const at = active.length;
    const writes = active.copies.map((copy) => writeAll(copy.fd, bytes, at));
    const results = await Promise.allSettled(writes);
    let failed = false;
    for (const [i, result] of results.entries()) {
      const slot = active.copies[i]?.slot;
      if (result.status === 'rejected' && slot !== undefined) {
        failed = true;
        this.#drives.failed(slot, result.reason);
      }
    }
    if (failed) {
      this.cut(active);
      this.#drives.needRoom();
      await this.seal();
      throw new TryOtherDrives();
    }
    active.length = at + bytes.length;
  }

  /** Cuts the copies back to the segment's length; a segment that cannot be cut is sealed. */
  cut(active: ActiveSegment): void {
    for (const copy of active.copies) {
      try {
        ftruncateSync(copy.fd, active.length);
        fsyncSync(copy.fd);
      } catch (error) {
        this.#drives.failed(copy.slot, error);
        this.#active = undefined;
      }
    }
    if (!this.#active) {
      closeAll(active.copies);
    }
  }
}

async function createCopy(drive: Drive, id: number, header: Uint8Array): Promise<number> {
  const fd = await openFile(segmentPath(drive, id), OPEN_DURABLE_NEW);
  try {
    await writeAll(fd, header, 0);
    await syncDirectory(logDirectory(drive.path));
    return fd;
  } catch (error) {
    await closeFile(fd);
    throw error;
  }
}

async function closeAll(copies: readonly Copy[]): Promise<void> {
  // A file that cannot be closed has nothing that was not synced.
  await Promise.allSettled(copies.map((copy) => closeFile(copy.fd)));
}
