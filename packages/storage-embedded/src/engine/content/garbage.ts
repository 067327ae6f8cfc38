import { unlink } from 'node:fs/promises';
import { isMissing } from '../drives/drive-format.ts';
import { blobPath, type DriveSet } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';

const BATCH = 200;

/** Removes content files that nothing refers to any more; what is to go is noted in the index. */
export class Garbage {
  readonly #drives: DriveSet;
  readonly #index: IndexDb;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(drives: DriveSet, index: IndexDb) {
    this.#drives = drives;
    this.#index = index;
  }

  /** Starts collecting, or has the run under way go round once more. */
  kick(): void {
    if (this.#closed) {
      return;
    }
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) {
        this.#again = false;
        this.kick();
      }
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    let after = '';
    while (!this.#closed) {
      const rows = this.#index.listGarbage(after, BATCH);
      const last = rows.at(-1);
      if (!last) {
        return;
      }
      after = last.blob;
      const left = await Promise.all(
        rows.map(async ({ blob, slots }) => ({ blob, slots: await this.#remove(blob, slots) })),
      );
      this.#index.transaction(() => {
        for (const { blob, slots } of left) {
          this.#index.setGarbage(blob, slots);
        }
      });
    }
  }

  /** Gives the slots whose copy could not be removed yet. */
  async #remove(blob: string, slots: string): Promise<readonly number[]> {
    const left: number[] = [];
    for (const slot of JSON.parse(slots) as number[]) {
      const drive = this.#drives.online(slot);
      if (!drive) {
        left.push(slot);
        continue;
      }
      try {
        await unlink(blobPath(drive, blob));
      } catch (error) {
        if (!isMissing(error)) {
          left.push(slot);
          this.#drives.fail(slot, error);
        }
      }
    }
    return left;
  }
}
