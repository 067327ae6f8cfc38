import { unlink } from 'node:fs/promises';
import type { Leases } from '../content/leases.ts';
import { blobPath, isMissing } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import { WorkerLoop } from './worker-loop.ts';

const BATCH = 200;

/** Removes content files that nothing refers to any more; what is to go is noted in the index. */
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
      const left = await Promise.all(
        rows.map(async ({ blob, slots }) => ({
          blob,
          slots: await this.#remove(blob, JSON.parse(slots)),
        })),
      );
      this.#index.transaction(() => {
        for (const { blob, slots } of left) {
          this.#index.setGarbage(blob, slots);
        }
      });
    }
  }

  /** Gives the slots whose copy could not be removed yet. */
  async #remove(blob: string, slots: readonly number[]): Promise<readonly number[]> {
    if (!this.#leases.canRemove(blob)) {
      return slots;
    }
    const left: number[] = [];
    for (const slot of slots) {
      const drive = this.#drives.online(slot);
      try {
        if (!drive) {
          left.push(slot);
        } else {
          await unlink(blobPath(drive, blob));
        }
      } catch (error) {
        if (!isMissing(error)) {
          left.push(slot);
          this.#drives.failed(slot, error);
        }
      }
    }
    return left;
  }
}
