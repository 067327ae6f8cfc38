import { unlink } from 'node:fs/promises';
import type { Leases } from '../content/leases.ts';
import { blobPath, isMissing } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import { WorkerLoop } from './worker-loop.ts';

const BATCH = 200;

/** Removes unreferenced content files; those to be removed are recorded in the index. */
export class Garbage {
  readonly #drives: DriveSet;
  readonly #index: IndexDb;
  readonly #leases: Leases;
  readonly loop: WorkerLoop;

  constructor(drives: DriveSet, index: IndexDb, options: { leases: Leases; log: Log }) {
    this.#drives = drives;
    this.#index = index;
    this.#leases = options.leases;
    this.loop = new WorkerLoop(
      () => this.#collect(),
      (error) => options.log('error', 'Removing files failed.', { error: String(error) }),
    );
  }

  async #collect(): Promise<void> {
    let after = '';
    while (!this.loop.closed) {
      const rows = this.#index.listGarbage(after, BATCH);
      const last = rows.at(-1);
      if (!last) {
        return;
      }
      after = last.blob;
      const gone = await Promise.all(
        rows.map(async ({ blob, slots }) => ({
          blob,
          slots: await this.#remove(blob, JSON.parse(slots)),
        })),
      );
      this.#index.transaction(() => {
        for (const { blob, slots } of gone) {
          this.#index.endGarbage(blob, slots);
        }
      });
    }
  }

  /** Returns the slots that no longer have a copy. */
  async #remove(blob: string, slots: readonly number[]): Promise<readonly number[]> {
    if (!this.#leases.canRemove(blob)) {
      return [];
    }
    const gone: number[] = [];
    for (const slot of slots) {
      if (this.#drives.isVacant(slot) || (await this.#removeCopy(blob, slot))) {
        gone.push(slot);
      }
    }
    return gone;
  }

  async #removeCopy(blob: string, slot: number): Promise<boolean> {
    const drive = this.#drives.online(slot);
    if (!drive) {
      return false;
    }
    try {
      const path = blobPath(drive, blob);
      if (await remove(path)) {
        return true;
      }
      // The file is also missing on a drive that was taken away unnoticed; it is still on that
      // drive, and may be back with it by now.
      if (!(await this.#drives.isThere(slot))) {
        return false;
      }
      await remove(path);
      return true;
    } catch (error) {
      this.#drives.failed(slot, error);
      return false;
    }
  }
}

/** Removes a file; returns whether it existed. */
async function remove(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) {
      return false;
    }
    throw error;
  }
}
