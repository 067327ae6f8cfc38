import { copyFile, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobContent } from '../content/blob-reader.ts';
import { blobPath, type Drive, segmentPath, sizeOf, temporaryDirectory } from '../drives/drive.ts';
import { makeDirectory, syncDirectory } from '../drives/drive-format.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { RecordPlace, SegmentFiles } from '../log/segment-files.ts';
import { scanSegment } from '../log/segment-scan.ts';
import { WorkerLoop } from './worker-loop.ts';

/** More than these wait for the next time they are noticed. */
const MAX_WAITING = 4096;
/** Records written to a copy at a time. */
const PATCHES = 64;

/** A copy that is missing or damaged. */
export type Damage =
  | { readonly kind: 'record'; readonly place: RecordPlace; readonly slot: number }
  | { readonly kind: 'segment'; readonly id: number; readonly slot: number }
  | { readonly kind: 'blob'; readonly content: BlobContent; readonly slot: number };

export interface RepairSources {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly segments: ReadonlyMap<number, SegmentInfo>;
  /** Whether a copy of a content file is whole from head to trailer. */
  readonly verifyBlob: (content: BlobContent, slot: number) => Promise<boolean>;
  readonly activeSegment: () => number | undefined;
  readonly log: Log;
}

function nameOf(damage: Damage): string {
  if (damage.kind === 'record') {
    return `r/${damage.place.segment}/${damage.place.offset}/${damage.slot}`;
  }
  return damage.kind === 'segment'
    ? `s/${damage.id}/${damage.slot}`
    : `b/${damage.content.blob.id}/${damage.slot}`;
}

/** Makes bad copies again from good ones, one after the other. */
export class Repairs {
  readonly #sources: RepairSources;
  readonly #waiting = new Map<string, Damage>();
  readonly loop: WorkerLoop;

  constructor(sources: RepairSources) {
    this.#sources = sources;
    this.loop = new WorkerLoop(
      () => this.#work(),
      (error) => sources.log('error', 'Repairing failed.', { error: String(error) }),
    );
  }

  note(damage: Damage): void {
    const name = nameOf(damage);
    if (this.#waiting.size < MAX_WAITING && !this.#waiting.has(name)) {
      this.#waiting.set(name, damage);
      this.loop.kick();
    }
  }

  async #work(): Promise<void> {
    for (const [name, damage] of this.#waiting) {
      if (this.loop.closed) {
        return;
      }
      await this.repair(damage);
      this.#waiting.delete(name);
    }
  }

  /** Repairs one copy now; how it went is logged. */
  async repair(damage: Damage): Promise<void> {
    const drive = this.#sources.drives.online(damage.slot);
    if (!drive) {
      return;
    }
    const fields = { drive: drive.path, copy: nameOf(damage) };
    try {
      const done = await this.#attempt(damage, drive);
      const text = done ? 'A copy was repaired.' : 'A copy could not be repaired.';
      this.#sources.log(done ? 'warn' : 'error', text, fields);
    } catch (error) {
      this.#sources.log('error', 'A copy could not be repaired.', {
        ...fields,
        error: String(error),
      });
    }
  }

  #attempt(damage: Damage, drive: Drive): Promise<boolean> {
    if (damage.kind === 'record') {
      return this.#repairRecord(damage.place, drive);
    }
    return damage.kind === 'segment'
      ? this.#repairSegment(damage.id, drive)
      : this.#repairBlob(damage.content, drive);
  }

  async #repairRecord(place: RecordPlace, drive: Drive): Promise<boolean> {
    const slots = this.#sources.segments.get(place.segment)?.slots ?? [];
    for (const slot of slots) {
      const good =
        slot === drive.slot ? undefined : await this.#sources.files.readCopy(place, slot);
      if (good) {
        return this.#overwrite(place, drive, good);
      }
    }
    return false;
  }

  async #overwrite(place: RecordPlace, drive: Drive, good: Buffer): Promise<boolean> {
    const path = segmentPath(drive, place.segment);
    if ((await sizeOf(path)) < place.offset) {
      // More is missing than this record: it must not be hidden behind it.
      return this.#repairSegment(place.segment, drive);
    }
    await overwrite(path, [{ offset: place.offset, good }]);
    return true;
  }

  async #repairSegment(id: number, drive: Drive): Promise<boolean> {
    const { drives, files, segments, activeSegment } = this.#sources;
    const segment = segments.get(id);
    if (!segment || id === activeSegment()) {
      return false;
    }
    if ((await sizeOf(segmentPath(drive, id))) >= 0) {
      return this.#mendSegment(segment, drive);
    }
    for (const slot of segment.slots) {
      const from = slot === drive.slot ? undefined : drives.online(slot);
      if (from) {
        await replaceFile(segmentPath(from, id), segmentPath(drive, id), drive);
        files.forgetDrive(segmentPath(drive, id));
        return true;
      }
    }
    return false;
  }

  /** Writes the records that a copy has not, or not whole, from the others. */
  async #mendSegment({ id, slots, length }: SegmentInfo, drive: Drive): Promise<boolean> {
    const missing: Patch[] = [];
    let lost = false;
    const options = {
      from: 0,
      limit: length,
      onLost: () => {
        lost = true;
      },
      onBadCopy: (slot: number, offset: number, good: Buffer) => {
        if (slot === drive.slot) {
          missing.push({ offset, good: Buffer.from(good) });
        }
      },
    };
    for await (const _ of scanSegment(this.#sources.files, { id, slots }, options)) {
      if (missing.length >= PATCHES || this.loop.closed) {
        await overwrite(segmentPath(drive, id), missing.splice(0));
      }
      if (this.loop.closed) {
        return false;
      }
    }
    await overwrite(segmentPath(drive, id), missing);
    return !lost;
  }

  async #repairBlob(content: BlobContent, drive: Drive): Promise<boolean> {
    const { blob } = content;
    for (const slot of blob.slots) {
      const from = slot === drive.slot ? undefined : this.#sources.drives.online(slot);
      if (from && (await this.#sources.verifyBlob(content, slot))) {
        await replaceFile(blobPath(from, blob.id), blobPath(drive, blob.id), drive);
        return true;
      }
    }
    return false;
  }
}

interface Patch {
  readonly offset: number;
  readonly good: Buffer;
}

async function overwrite(path: string, patches: readonly Patch[]): Promise<void> {
  const file = await open(path, 'r+');
  try {
    for (const { offset, good } of patches) {
      await file.write(good, 0, good.length, offset);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Copies a file under a temporary name, syncs it and puts it in place. */
async function replaceFile(from: string, to: string, drive: Drive): Promise<void> {
  const temporary = join(temporaryDirectory(drive.path), `copy-${process.hrtime.bigint()}`);
  await copyFile(from, temporary);
  const file = await open(temporary, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await makeDirectory(dirname(to));
  await rename(temporary, to);
  await syncDirectory(dirname(to));
}
