import { fstatSync, fsyncSync, ftruncateSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { type Drive, isFull, logDirectory, segmentPath } from '../drives/drive.ts';
import { syncDirectory } from '../drives/drive-format.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { tracedWork } from '../drives/file-trace.ts';
import { closeFile, OPEN_DURABLE_NEW, openFile, writeAll } from '../drives/raw-file.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { SegmentEntry } from './entries.ts';
import { draftBound, encodeRecord, RECORD_TYPE } from './record.ts';

interface Copy {
  readonly slot: number;
  readonly fd: number;
  readonly path: string;
  /** The file's number, which tells it from another one at its path. */
  readonly inode: number;
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

/** A batch could not be written to every copy; other drives may take it. */
class DriveFailure extends Error {
  /** Whether a drive was full. */
  readonly full: boolean;

  constructor(causes: readonly unknown[]) {
    super('A drive failed.', { cause: causes[0] });
    this.full = causes.some(isFull);
  }
}

/** Appends batches to the active segment's copies and starts new segments. */
export class LogWriter {
  readonly #drives: DriveSet;
  readonly #segments: ReadonlyMap<number, SegmentInfo>;
  readonly #maxBytes: number;
  readonly #features: Set<string>;
  #active: ActiveSegment | undefined;
  #lastId: number;

  constructor(
    drives: DriveSet,
    segments: ReadonlyMap<number, SegmentInfo>,
    options: { lastId: number; maxBytes: number; features?: Iterable<string> },
  ) {
    this.#drives = drives;
    this.#segments = segments;
    this.#lastId = options.lastId;
    this.#maxBytes = options.maxBytes;
    this.#features = new Set(options.features);
  }

  /** Id of the newest segment. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the segment that is being written. */
  get activeId(): number | undefined {
    return this.#active?.id;
  }

  /** Whether all segments that are started have the feature. */
  hasFeature(feature: string): boolean {
    return this.#features.has(feature);
  }

  /** Has all segments that are started from now on name the feature. The active one is as it was. */
  addFeature(feature: string): void {
    this.#features.add(feature);
  }

  /**
   * Appends a batch to two copies and syncs them; when a drive fails over it, the
   * batch goes to others, whole. Gives the segment and where in it the batch starts.
   * Throws XMinioStorageFull or ServiceUnavailable when too few drives take it; none
   * of it counts then.
   */
  async append(
    bytes: Uint8Array,
    nextSequence: () => number,
  ): Promise<{ active: ActiveSegment; base: number }> {
    let full = false;
    for (let left = this.#drives.all.length; ; left--) {
      try {
        const active = await this.#ready(nextSequence);
        const base = active.length;
        await this.#appendTo(active, bytes);
        return { active, base };
      } catch (error) {
        if (!(error instanceof DriveFailure)) {
          throw error;
        }
        full ||= error.full;
        if (left === 0) {
          throw this.#drives.refusalAfter(full);
        }
      }
    }
  }

  /**
   * The segment for the next batch; a new one when there is none yet, the last is
   * full or one of its drives takes nothing more.
   */
  async #ready(nextSequence: () => number): Promise<ActiveSegment> {
    const active = this.#active;
    if (active && active.length < this.#maxBytes) {
      if (active.slots.every((slot) => this.#drives.isTaking(slot))) {
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
    await closeAll(active?.copies ?? []);
  }

  async #start(sequence: number): Promise<ActiveSegment> {
    const drives = this.#drives.pickForLog();
    const id = ++this.#lastId;
    const slots = drives.map((drive) => drive.slot);
    const segments = [...this.#segments.values()].map((s) => [s.id, s.length, s.slots] as const);
    const { id: set, epoch } = this.#drives;
    const features = this.#features.size === 0 ? undefined : { features: [...this.#features] };
    const entry: SegmentEntry = { id, set, epoch, ...features, slots, segments };
    const header = JSON.stringify(entry);
    const draft = { sequence, type: RECORD_TYPE.segment, more: false, header, data: undefined };
    const bytes = Buffer.alloc(draftBound(draft));
    const length = encodeRecord(draft, bytes, 0);
    const copies: Copy[] = [];
    for (const drive of drives) {
      try {
        copies.push(await createCopy(drive, id, bytes.subarray(0, length)));
      } catch (error) {
        await closeAll(copies);
        await discard(copies);
        this.#drives.failed(drive.slot, error);
        throw new DriveFailure([error]);
      }
    }
    return { id, slots, copies, length, header: { sequence, entry, length } };
  }

  /** Appends to every copy and syncs. When one fails, all are cut back and the segment ends. */
  async #appendTo(active: ActiveSegment, bytes: Uint8Array): Promise<void> {
    const at = active.length;
    const results = await Promise.allSettled(
      active.copies.map((copy) =>
        tracedWork(
          () => ({
            kind: 'storage',
            name: 'storage.AppendFile',
            path: copy.path,
            bytes: bytes.length,
          }),
          () => appendInPlace(copy, bytes, at),
        ),
      ),
    );
    const failures: unknown[] = [];
    for (const [i, result] of results.entries()) {
      const slot = active.copies[i]?.slot;
      if (result.status === 'rejected' && slot !== undefined) {
        failures.push(result.reason);
        this.#drives.failed(slot, result.reason);
      }
    }
    if (failures.length > 0) {
      this.cut(active);
      await this.seal();
      if (at === active.header.length) {
        await discard(active.copies);
      }
      throw new DriveFailure(failures);
    }
    active.length = at + bytes.length;
    for (const slot of active.slots) {
      this.#drives.spent(slot, bytes.length);
    }
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

async function createCopy(drive: Drive, id: number, header: Uint8Array): Promise<Copy> {
  const path = segmentPath(drive, id);
  const fd = await openFile(path, OPEN_DURABLE_NEW);
  const copy = { slot: drive.slot, fd, path, inode: fstatSync(fd).ino };
  try {
    await writeAll(fd, header, 0);
    await syncDirectory(logDirectory(drive.path));
    return copy;
  } catch (error) {
    await closeAll([copy]);
    await discard([copy]);
    throw error;
  }
}

/**
 * Writes and syncs. A file whose drive was taken away takes writes as before, while
 * nobody will find them again: only what is at its path counts.
 */
async function appendInPlace(copy: Copy, bytes: Uint8Array, at: number): Promise<void> {
  await writeAll(copy.fd, bytes, at);
  if (statSync(copy.path, { throwIfNoEntry: false })?.ino !== copy.inode) {
    throw new Error('The segment is not on the drive any more.');
  }
}

/** Removes the files of a segment that has no record. */
async function discard(copies: readonly Copy[]): Promise<void> {
  // What stays is void, as no later segment names it, and is swept when the drive is back.
  await Promise.allSettled(copies.map((copy) => unlink(copy.path)));
}

async function closeAll(copies: readonly Copy[]): Promise<void> {
  // A file that cannot be closed has nothing that was not synced.
  await Promise.allSettled(copies.map((copy) => closeFile(copy.fd)));
}
