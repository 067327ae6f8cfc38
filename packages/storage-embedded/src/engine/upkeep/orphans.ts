import { open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type BlobLabel, decodeBlobHead } from '../content/blob-format.ts';
import type { Landings } from '../content/landings.ts';
import { drivesAway } from '../drives/completeness.ts';
import { blobsDirectory, type Drive, isMissing } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import { slotsOf } from './contents.ts';
import { WorkerLoop } from './worker-loop.ts';

/** Large enough for the label of a content file with 2 KiB of metadata and tags. */
const HEAD_BYTES = 64 * 1024;
const STATE = 'orphansSince';
const TIME_DIGITS = 12;

export interface OrphansOptions {
  /** Gates every job that destroys or forgets anything. */
  readonly isComplete: () => boolean;
  readonly landings: Landings;
  readonly log: Log;
}

/**
 * Removes content files that no record refers to: those whose write was interrupted between the
 * sync of the file and its record, and copies on drives that were abandoned for others during the
 * write.
 */
export class Orphans {
  readonly #drives: DriveSet;
  readonly #index: IndexDb;
  readonly #log: Log;
  readonly #isComplete: () => boolean;
  readonly #landings: Landings;
  #lostDrive = false;
  #moves = false;
  #swept = false;
  /** Records were lost, so orphans cannot be told from needed files. */
  #never = false;
  /** If the session ends uncleanly, files created since then must be checked. */
  readonly #openedAt = Date.now();
  /** Files created since then must be checked. Also kept in memory, in case the index fails. */
  #since = this.#openedAt;
  readonly loop: WorkerLoop;

  constructor(drives: DriveSet, index: IndexDb, { isComplete, landings, log }: OrphansOptions) {
    this.#isComplete = isComplete;
    this.#landings = landings;
    this.#drives = drives;
    this.#index = index;
    this.#log = log;
    this.loop = new WorkerLoop(
      () => this.#sweep(),
      (error) => log('error', 'Looking for left files failed.', { error: String(error) }),
    );
  }

  /**
   * Begins a session. After an unclean end, files must be checked: those created since ('left') or
   * all of them; 'none' if records were lost.
   */
  note(which: 'all' | 'left' | 'none'): void {
    this.#never = which === 'none';
    const left = this.#index.state(STATE);
    const noted = left === undefined || which === 'none' ? this.#openedAt : Number(left);
    this.#set(which === 'all' ? 0 : noted);
  }

  /** Starts the check if one is due and the drives are complete. */
  start(): void {
    const isDue = this.#since < this.#openedAt;
    if (isDue && !this.#swept && this.#allThere()) {
      this.loop.kick();
    }
  }

  /** A drive went out of use: files being written to it could not be removed. */
  noteLostDrive(): void {
    this.#lostDrive = true;
  }

  /**
   * A drive is back. It may have files that could not be removed while it was away and, if it was
   * restored to an earlier state, files that were removed since.
   */
  noteReturn(): void {
    if (!this.#never) {
      this.#swept = false;
      this.#set(0);
    }
  }

  /**
   * Content copies are being made on other drives; an interruption leaves them without a record.
   */
  noteMoves(): void {
    this.#moves = true;
    this.#set(0);
  }

  /** Ends a session cleanly: everything written is referenced. */
  end(): void {
    if (!this.#lostDrive && this.#since === this.#openedAt) {
      this.#index.noteState(STATE, undefined);
    }
  }

  /** A drive that is away may have orphans too, so the sweep cannot finish without it. */
  #allThere(): boolean {
    return this.#isComplete() && drivesAway(this.#drives).length === 0;
  }

  #set(since: number): void {
    // Moved contents are older than the session, so the next one has to check all files.
    this.#since = this.#moves ? 0 : since;
    this.#index.noteState(STATE, String(this.#since));
  }

  async #sweep(): Promise<void> {
    if (!this.#allThere()) {
      return;
    }
    const since = this.#since;
    for (const drive of this.#drives.working) {
      for (const directory of await readdir(blobsDirectory(drive.path))) {
        if (this.loop.closed || !this.#allThere()) {
          return;
        }
        await this.#sweepDirectory(drive, directory, since);
        await breathe();
      }
    }
    for (const { slot } of this.#drives.working) {
      // Files that were not found may be on a drive that was taken away meanwhile.
      if (!(await this.#drives.isThere(slot))) {
        return;
      }
    }
    this.#swept = true;
    this.#set(this.#openedAt);
  }

  async #sweepDirectory(drive: Drive, directory: string, since: number): Promise<void> {
    const path = join(blobsDirectory(drive.path), directory);
    for (const id of await readdir(path)) {
      if (Number.parseInt(id.slice(0, TIME_DIGITS), 16) >= since) {
        await this.#sweepFile(drive, join(path, id), id);
      }
    }
  }

  async #sweepFile(drive: Drive, path: string, id: string): Promise<void> {
    try {
      if (!(await this.#isUsed(drive, path, id))) {
        await unlink(path);
        this.#log('info', 'A file of an interrupted write was removed.', { drive: drive.path, id });
      }
    } catch (error) {
      // Files of deleted objects are removed concurrently.
      if (!isMissing(error)) {
        throw error;
      }
    }
  }

  /**
   * Whether the content is kept on this drive or is being written to it. The file's time does not
   * reveal the latter, since the clock may have been set back.
   */
  async #isUsed(drive: Drive, path: string, id: string): Promise<boolean> {
    const label = await readLabel(path);
    if (this.#landings.has(id)) {
      return true;
    }
    if (!label || label.id !== id) {
      this.#log('warn', 'A content file does not say whose it is and is left alone.', { path });
      return true;
    }
    const { bucketId: bucket, key, upload, part } = label;
    return slotsOf(this.#index, { bucket, key, upload, part }, id).includes(drive.slot);
  }
}

async function readLabel(path: string): Promise<BlobLabel | undefined> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return decodeBlobHead(bytes.subarray(0, bytesRead))?.label;
  } finally {
    await file.close();
  }
}
