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
  /** Distinguishes the file from another one at the same path. */
  readonly inode: number;
}

/** The segment that records are appended to. */
export interface ActiveSegment {
  readonly id: number;
  readonly slots: readonly number[];
  readonly copies: readonly Copy[];
  /** Bytes synced on every copy. */
  length: number;
  /** The header record for the index. */
  readonly header: {
    readonly sequence: number;
    readonly entry: SegmentEntry;
    readonly length: number;
  };
}

/** A batch could not be written to every copy; other drives may accept it. */
class DriveFailure extends Error {
  /** Whether any drive was full. */
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
  #leftover = false;

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

  /** Id of the active segment. */
  get activeId(): number | undefined {
    return this.#active?.id;
  }

  /** Whether every new segment names the feature. */
  hasFeature(feature: string): boolean {
    return this.#features.has(feature);
  }

  /** Whether a drive may still hold the last batch although it does not count. */
  get leftover(): boolean {
    return this.#leftover;
  }

  /** Makes every new segment name the feature. The active one stays unchanged. */
  addFeature(feature: string): void {
    this.#features.add(feature);
  }

  /**
   * Appends a batch to two copies and syncs them; if a drive fails, the whole batch goes to other
   * drives. Returns the segment and the batch's offset in it.
   * @throws S3Error XMinioStorageFull or ServiceUnavailable if too few drives accept it; none of it
   *    counts then
   */
  async append(
    bytes: Uint8Array,
    nextSequence: () => number,
  ): Promise<{ active: ActiveSegment; base: number }> {
    let full = false;
    this.#leftover = false;
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
   * Returns the segment for the next batch; a new one if there is none yet, the last is full, or
   * one of its drives no longer accepts data.
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

  /** Ends the active segment; the next batch starts a new one. */
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

  /**
   * Appends to every copy and syncs. If one fails, all are truncated back and the segment is ended.
   */
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

  /** Truncates the copies to the segment's length; a segment that cannot be truncated is sealed. */
  cut(active: ActiveSegment): void {
    for (const copy of active.copies) {
      try {
        ftruncateSync(copy.fd, active.length);
        fsyncSync(copy.fd);
      } catch (error) {
        this.#drives.failed(copy.slot, error);
        this.#leftover = true;
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
 * Writes and syncs. A file on a drive that was taken away still accepts writes, which nobody would
 * find again: only the file at the path counts.
 */
async function appendInPlace(copy: Copy, bytes: Uint8Array, at: number): Promise<void> {
  await writeAll(copy.fd, bytes, at);
  if (statSync(copy.path, { throwIfNoEntry: false })?.ino !== copy.inode) {
    throw new Error('The segment is not on the drive any more.');
  }
}

/** Removes the files of a segment that has no record. */
async function discard(copies: readonly Copy[]): Promise<void> {
  // Leftovers are void, since no later segment names them, and are swept when the drive is back.
  await Promise.allSettled(copies.map((copy) => unlink(copy.path)));
}

async function closeAll(copies: readonly Copy[]): Promise<void> {
  // If closing fails, nothing is lost: everything that matters was synced.
  await Promise.allSettled(copies.map((copy) => closeFile(copy.fd)));
}
