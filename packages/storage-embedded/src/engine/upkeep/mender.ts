import { open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { OwnedContent } from '../content/blob-content.ts';
import { BlobCopy } from '../content/blob-copy.ts';
import type { BlobReader } from '../content/blob-reader.ts';
import {
  type Drive,
  logDirectory,
  segmentPath,
  sizeOf,
  temporaryDirectory,
} from '../drives/drive.ts';
import { syncDirectory } from '../drives/drive-format.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import { takeRoom } from '../drives/drive-space.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { RecordPlace, SegmentFiles } from '../log/segment-files.ts';
import { scanSegment } from '../log/segment-scan.ts';
import type { Damage } from './damage.ts';

/** Bytes written to a copy at a time. */
const PATCH_BYTES = 4 * 1024 * 1024;

export interface MenderParts {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly blobs: BlobReader;
  readonly segments: ReadonlyMap<number, SegmentInfo>;
  readonly activeSegment: () => number | undefined;
  /** Whether the store is closing; the repair in progress is aborted. */
  readonly closed: () => boolean;
}

/** The store is closing. */
export class Interrupted extends Error {}

/** Repairs one copy from the good parts of the others. */
export class Mender {
  readonly #parts: MenderParts;

  constructor(parts: MenderParts) {
    this.#parts = parts;
  }

  /**
   * Repairs a copy.
   * @throws Interrupted; S3Error InternalError if no copy is good, ServiceUnavailable if a drive
   *    that may have a good one is out of use; or the drive's write error
   */
  mend(damage: Damage, drive: Drive): Promise<void> {
    if (damage.kind === 'record') {
      return this.#mendRecord(damage.place, drive);
    }
    return damage.kind === 'segment'
      ? this.#mendSegment(damage.id, drive)
      : this.#mendBlob(damage.content, drive);
  }

  async #mendRecord(place: RecordPlace, drive: Drive): Promise<void> {
    const path = segmentPath(drive, place.segment);
    if ((await sizeOf(path)) < place.offset + place.length) {
      // More than this record may be missing, and writing only it would hide that.
      return this.#mendSegment(place.segment, drive);
    }
    const { drives, files, segments } = this.#parts;
    const slots = segments.get(place.segment)?.slots ?? [];
    for (const slot of slots) {
      const good = slot === drive.slot ? undefined : await files.readCopy(place, slot);
      if (good) {
        return write(path, 'r+', async (patch) => patch(good, place.offset));
      }
    }
    throw await drives.unreadable(slots);
  }

  async #mendSegment(id: number, drive: Drive): Promise<void> {
    const { drives, files, segments, activeSegment } = this.#parts;
    const segment = segments.get(id);
    if (!segment) {
      return;
    }
    const path = segmentPath(drive, id);
    const size = await sizeOf(path);
    if (size < segment.length) {
      takeRoom(drive, segment.length - Math.max(0, size));
    }
    let lost: boolean;
    if (size >= 0) {
      lost = await write(path, 'r+', (patch) => this.#patchSegment(segment, drive.slot, patch));
    } else if (id === activeSegment()) {
      throw new S3Error('ServiceUnavailable', 'The segment is still being written.');
    } else {
      lost = await this.#remakeSegment(segment, drive);
    }
    files.forgetDrive(path);
    if (lost) {
      throw await drives.unreadable(segment.slots);
    }
  }

  /** Writes a missing copy under a temporary name and renames it into place. */
  async #remakeSegment(segment: SegmentInfo, drive: Drive): Promise<boolean> {
    const path = segmentPath(drive, segment.id);
    const temporary = join(temporaryDirectory(drive.path), `segment-${segment.id}`);
    try {
      const lost = await write(temporary, 'w+', (patch) =>
        this.#patchSegment(segment, drive.slot, patch),
      );
      await rename(temporary, path);
      await syncDirectory(logDirectory(drive.path));
      if (!this.#parts.segments.has(segment.id)) {
        // It was dropped meanwhile and its files were removed.
        await unlink(path);
      }
      return lost;
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Writes the records that a copy lacks or has damaged, taken from the other copies; returns
   * whether some are on none.
   */
  async #patchSegment(
    { id, slots, length }: SegmentInfo,
    mine: number,
    patch: Patch,
  ): Promise<boolean> {
    let missing: { offset: number; good: Buffer }[] = [];
    let bytes = 0;
    let lost = false;
    const flush = async (): Promise<void> => {
      for (const { good, offset } of missing) {
        await patch(good, offset);
      }
      missing = [];
      bytes = 0;
    };
    const options = {
      from: 0,
      limit: length,
      onLost: () => {
        lost = true;
      },
      onBadCopy: (slot: number, offset: number, good: Buffer) => {
        if (slot === mine) {
          missing.push({ offset, good: Buffer.from(good) });
          bytes += good.length;
        }
      },
    };
    for await (const group of scanSegment(this.#parts.files, { id, slots }, options)) {
      if (this.#parts.closed()) {
        throw new Interrupted();
      }
      lost ||= group.some(({ data }) => !data);
      if (bytes >= PATCH_BYTES) {
        await flush();
      }
    }
    await flush();
    return lost;
  }

  async #mendBlob(content: OwnedContent, drive: Drive): Promise<void> {
    const copy = await BlobCopy.replace(drive, content.blob.id);
    try {
      let position = 0;
      for await (const bytes of this.#parts.blobs.whole(content)) {
        if (this.#parts.closed()) {
          throw new Interrupted();
        }
        await copy.write(bytes, position);
        position += bytes.length;
      }
      await copy.publish();
    } catch (error) {
      await copy.discard();
      throw error;
    }
  }
}

type Patch = (bytes: Buffer, offset: number) => Promise<void>;

/** Opens a file, lets `work` write to it, and syncs it. */
async function write<T>(
  path: string,
  flags: 'r+' | 'w+',
  work: (patch: Patch) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags);
  try {
    const result = await work(async (bytes, offset) => {
      await file.write(bytes, 0, bytes.length, offset);
    });
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}
