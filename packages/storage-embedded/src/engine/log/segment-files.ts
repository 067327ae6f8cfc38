import { unlink } from 'node:fs/promises';
import { isMissing, segmentPath } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { FileCache } from '../drives/file-cache.ts';
import { tracedNow, tracedWork } from '../drives/file-trace.ts';
import { WarmReads } from '../drives/warm-reads.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { Place } from './place.ts';
import { decodeWhole } from './record.ts';

/** Where a record is, and which one it has to be. */
export interface RecordPlace extends Place {
  readonly sequence: number;
}

/** The drive of a copy is out of use: the copy may be there all the same. */
class CopyAway extends Error {
  /** An administrator gave it up. */
  readonly forGood: boolean;

  constructor(forGood: boolean) {
    super('The drive is offline.');
    this.forGood = forGood;
  }
}

/** Whether an error of a read says that there is no such copy, and not merely that it cannot be read now. */
export function isNoCopy(error: unknown): boolean {
  return error instanceof CopyAway ? error.forGood : isMissing(error);
}

/** A copy of a record could not be read or does not match its checksums, while another is good. */
export type OnBadRecord = (place: RecordPlace, slot: number) => void;

const MAX_WARM = 32 * 1024;

function isRecord(bytes: Buffer, place: RecordPlace): boolean {
  return decodeWhole(bytes, 0)?.sequence === place.sequence;
}

/** The segment files of all drives. */
export class SegmentFiles {
  readonly #drives: DriveSet;
  readonly #segments: ReadonlyMap<number, SegmentInfo>;
  readonly #onBad: OnBadRecord;
  readonly #files = new FileCache();
  readonly #warm = new WarmReads();

  constructor(drives: DriveSet, segments: ReadonlyMap<number, SegmentInfo>, onBad: OnBadRecord) {
    this.#drives = drives;
    this.#segments = segments;
    this.#onBad = onBad;
  }

  /** Whether the segment is still there, or was dropped after its records were moved. */
  has(segment: number): boolean {
    return this.#segments.has(segment);
  }

  /** The record when it is small, most likely in memory, and good in the first copy. */
  readNow(place: RecordPlace): Buffer | undefined {
    const slot = this.#segments.get(place.segment)?.slots[0];
    const drive = slot === undefined ? undefined : this.#drives.online(slot);
    if (!drive || place.length > MAX_WARM) {
      return undefined;
    }
    const bytes = Buffer.allocUnsafe(place.length);
    try {
      const path = segmentPath(drive, place.segment);
      const count = tracedNow(
        () => ({ kind: 'storage', name: 'storage.ReadFile', path, bytes: place.length }),
        () => this.#warm.try(() => this.#files.readNow(path, bytes, place.offset)),
      );
      return count === place.length && isRecord(bytes, place) ? bytes : undefined;
    } catch {
      // Tried again in the usual way, which notes what is wrong.
      return undefined;
    }
  }

  /**
   * The bytes of the record at `place`, checked, from the first copy that is good.
   * Fails with InternalError when there is none.
   */
  async readRecord(place: RecordPlace): Promise<Buffer> {
    const all = this.#segments.get(place.segment)?.slots ?? [];
    const slots = this.#drives.toRead(all);
    const bad: number[] = [];
    for (const slot of slots) {
      const bytes = await this.readCopy(place, slot);
      if (bytes) {
        for (const one of bad) {
          this.#onBad(place, one);
        }
        return bytes;
      }
      if (this.#drives.online(slot)) {
        bad.push(slot);
      }
    }
    throw await this.#drives.unreadable(all);
  }

  /** One copy of a record, or undefined when it is not good. */
  async readCopy(place: RecordPlace, slot: number): Promise<Buffer | undefined> {
    const bytes = Buffer.allocUnsafe(place.length);
    try {
      const count = await this.read(place.segment, slot, { into: bytes, position: place.offset });
      return count === place.length && isRecord(bytes, place) ? bytes : undefined;
    } catch {
      // Unreadable is as good as wrong: the caller goes on with the other copy and reports this one.
      return undefined;
    }
  }

  /**
   * Reads of one copy, unchecked; gives the bytes read. Throws CopyAway when the drive is out of
   * use, and what the file system says: ENOENT when the drive has no such file.
   */
  async read(
    segment: number,
    slot: number,
    at: { into: Uint8Array; position: number },
  ): Promise<number> {
    const drive = this.#drives.readable(slot);
    if (!drive) {
      throw new CopyAway(this.#drives.isVacant(slot));
    }
    try {
      const path = segmentPath(drive, segment);
      return await tracedWork(
        () => ({ kind: 'storage', name: 'storage.ReadFile', path, bytes: at.into.length }),
        () => this.#files.read(path, at.into, at.position),
      );
    } catch (error) {
      if (isMissing(error) && !(await this.#drives.isThere(slot))) {
        throw new CopyAway(false);
      }
      throw error;
    }
  }

  /** Removes the files of a dropped segment; reads under way still end well. */
  async remove(segment: number, slots: readonly number[]): Promise<void> {
    for (const slot of slots) {
      const drive = this.#drives.online(slot);
      if (drive) {
        const path = segmentPath(drive, segment);
        this.#files.forget((name) => name === path);
        await unlink(path).catch((error) => {
          if (!isMissing(error)) {
            this.#drives.failed(slot, error);
          }
        });
      }
    }
  }

  /** Closes the files of a drive, which may be another one when it is back. */
  forgetDrive(path: string): void {
    this.#files.forget((name) => name.startsWith(path));
  }

  close(): void {
    this.#files.close();
  }
}
