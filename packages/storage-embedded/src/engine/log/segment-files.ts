import { unlink } from 'node:fs/promises';
import { isMissing, segmentPath } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { FileCache } from '../drives/file-cache.ts';
import { tracedNow, tracedWork } from '../drives/file-trace.ts';
import { WarmReads } from '../drives/warm-reads.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { Place } from './place.ts';
import { decodeWhole } from './record.ts';

/** Location of a record and the sequence number expected there. */
export interface RecordPlace extends Place {
  readonly sequence: number;
}

/** The drive of a copy is out of use: the copy may still exist. */
class CopyAway extends Error {
  /** Whether an administrator gave the drive up. */
  readonly forGood: boolean;

  constructor(forGood: boolean) {
    super('The drive is offline.');
    this.forGood = forGood;
  }
}

/**
 * Whether a read error means that the copy does not exist, rather than that it cannot be read at
 * the moment.
 */
export function isNoCopy(error: unknown): boolean {
  return error instanceof CopyAway ? error.forGood : isMissing(error);
}

/** Called when a copy of a record is unreadable or fails its checksums while another is good. */
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

  /** Whether the segment still exists; false once it was dropped after its records were moved. */
  has(segment: number): boolean {
    return this.#segments.has(segment);
  }

  /**
   * Reads the record synchronously if it is small, probably in memory, and good in the first copy.
   */
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
      // Read again the normal way, which reports the problem.
      return undefined;
    }
  }

  /**
   * Reads and verifies the record at `place`, using the first good copy. Fails with InternalError
   * if there is none.
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

  /** Reads one copy of a record; undefined if it is not good. */
  async readCopy(place: RecordPlace, slot: number): Promise<Buffer | undefined> {
    const bytes = Buffer.allocUnsafe(place.length);
    try {
      const count = await this.read(place.segment, slot, { into: bytes, position: place.offset });
      return count === place.length && isRecord(bytes, place) ? bytes : undefined;
    } catch {
      // Unreadable is treated like damaged: the caller continues with the other copy and reports
      // this one.
      return undefined;
    }
  }

  /**
   * Reads from one copy without verification; returns the number of bytes read.
   * @throws CopyAway if the drive is out of use, or the file system error: ENOENT if the drive has
   *    no such file
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

  /** Removes the files of a dropped segment; reads in progress still succeed. */
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

  /** Closes the files of a drive, since a different one may come back at its path. */
  forgetDrive(path: string): void {
    this.#files.forget((name) => name.startsWith(path));
  }

  close(): void {
    this.#files.close();
  }
}
