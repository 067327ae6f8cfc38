import { unlink } from 'node:fs/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { isMissing } from '../drives/drive-format.ts';
import { type DriveSet, segmentPath } from '../drives/drive-set.ts';
import { closeFile, OPEN_READ, openFile, readInto } from '../drives/raw-file.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { Place } from './place.ts';
import { decodeWhole } from './record.ts';

const MAX_OPEN = 512;

interface OpenFile {
  readonly fd: Promise<number>;
  users: number;
  closing: boolean;
}

/** A copy of a record that could not be read or does not match its checksums. */
export type BadCopy = (place: Place, slot: number) => void;

/** The segment files of all drives, opened when first read and kept open. */
export class SegmentFiles {
  readonly #drives: DriveSet;
  readonly #segments: ReadonlyMap<number, SegmentInfo>;
  readonly #open = new Map<string, OpenFile>();
  readonly #onBadCopy: BadCopy;

  constructor(drives: DriveSet, segments: ReadonlyMap<number, SegmentInfo>, onBadCopy: BadCopy) {
    this.#drives = drives;
    this.#segments = segments;
    this.#onBadCopy = onBadCopy;
  }

  /**
   * The bytes of the record at `place`, checked, from the first copy that is good.
   * Fails with InternalError when there is none.
   */
  async readRecord(place: Place): Promise<Buffer> {
    const slots = this.#segments.get(place.segment)?.slots ?? [];
    const bad: number[] = [];
    for (const slot of slots) {
      const bytes = await this.#readCopy(place, slot);
      if (bytes) {
        for (const one of bad) {
          this.#onBadCopy(place, one);
        }
        return bytes;
      }
      bad.push(slot);
    }
    throw new S3Error('InternalError', 'No copy of the object could be read.');
  }

  async #readCopy(place: Place, slot: number): Promise<Buffer | undefined> {
    try {
      const bytes = Buffer.allocUnsafe(place.length);
      const count = await this.read(place.segment, slot, bytes, place.offset);
      return count === place.length && decodeWhole(bytes, 0) ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** Reads of one copy, unchecked; gives the bytes read. Throws when the drive or file is not there. */
  async read(segment: number, slot: number, into: Uint8Array, position: number): Promise<number> {
    const drive = this.#drives.online(slot);
    if (!drive) {
      throw new S3Error('InternalError', 'The drive is offline.');
    }
    const name = `${segment}:${slot}`;
    const file = this.#open.get(name) ?? this.#openNew(name, segmentPath(drive, segment));
    file.users++;
    try {
      return await readInto(await file.fd, into, position);
    } finally {
      file.users--;
      if (file.closing && file.users === 0) {
        closeQuietly(file);
      }
    }
  }

  #openNew(name: string, path: string): OpenFile {
    if (this.#open.size >= MAX_OPEN) {
      for (const oldest of this.#open.keys()) {
        this.#close(oldest);
        break;
      }
    }
    const file: OpenFile = { fd: openFile(path, OPEN_READ), users: 0, closing: false };
    file.fd.catch(() => this.#open.delete(name));
    this.#open.set(name, file);
    return file;
  }

  #close(name: string): void {
    const file = this.#open.get(name);
    if (file) {
      this.#open.delete(name);
      file.closing = true;
      if (file.users === 0) {
        closeQuietly(file);
      }
    }
  }

  /** Removes the files of a dropped segment; reads under way still end well. */
  async remove(segment: number, slots: readonly number[]): Promise<void> {
    for (const slot of slots) {
      this.#close(`${segment}:${slot}`);
      const drive = this.#drives.online(slot);
      if (drive) {
        await unlink(segmentPath(drive, segment)).catch((error) => {
          if (!isMissing(error)) {
            this.#drives.fail(slot, error);
          }
        });
      }
    }
  }

  async close(): Promise<void> {
    const files = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(files.map(async (file) => closeFile(await file.fd)));
  }
}

function closeQuietly(file: OpenFile): void {
  file.fd.then(closeFile).catch(() => undefined);
}
