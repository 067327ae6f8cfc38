import { setImmediate as breathe } from 'node:timers/promises';
import { parseBlob, parseParts } from '../changes/stored-object.ts';
import { type BlobContent, storedSize } from '../content/blob-reader.ts';
import { blobPath, segmentPath, sizeOf } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { FilesCursor, FilesRow } from '../index/version-tables.ts';
import type { Repairs } from './repairs.ts';
import { WorkerLoop } from './worker-loop.ts';

const PAGE = 500;
const STATE = 'heal';
const START: FilesCursor = { bucket: 0, key: '', ord: 0 };

function contentsOf(row: FilesRow): readonly BlobContent[] {
  const blob = parseBlob(row.blob);
  return blob ? [{ blob, size: row.size }] : (parseParts(row.parts) ?? []);
}

/** Gives drives that were replaced or away the copies that they should have and have not. */
export class Heal {
  readonly #drives: DriveSet;
  readonly #index: IndexDb;
  readonly #repairs: Repairs;
  readonly #log: Log;
  readonly loop: WorkerLoop;

  constructor(drives: DriveSet, index: IndexDb, options: { repairs: Repairs; log: Log }) {
    this.#drives = drives;
    this.#index = index;
    this.#repairs = options.repairs;
    this.#log = options.log;
    this.loop = new WorkerLoop(
      () => this.#run(),
      (error) => options.log('error', 'Healing a drive failed.', { error: String(error) }),
    );
  }

  /** Slots that are still being filled; kept in the index, so that it goes on after a restart. */
  get pending(): readonly number[] {
    return JSON.parse(this.#index.state(STATE) ?? '[]');
  }

  /** Adds slots to be looked through and filled as soon as their drives work. */
  note(slots: readonly number[]): void {
    const { pending } = this;
    const added = slots.filter((slot) => !pending.includes(slot));
    if (added.length > 0) {
      this.#set([...pending, ...added]);
    }
  }

  /** Goes on with what is noted. */
  start(): void {
    if (this.pending.length > 0) {
      this.loop.kick();
    }
  }

  #set(slots: readonly number[]): void {
    this.#index.noteState(STATE, JSON.stringify(slots));
  }

  async #run(): Promise<void> {
    for (const slot of this.pending) {
      const drive = this.#drives.online(slot);
      if (drive && (await this.#fill(slot))) {
        this.#set(this.pending.filter((one) => one !== slot));
        this.#log('info', 'A drive has all its copies.', { drive: drive.path });
      }
    }
  }

  /** Gives false when it was interrupted. */
  async #fill(slot: number): Promise<boolean> {
    for (const { id, slots, length } of this.#index.accounting.segments.values()) {
      const drive = this.#drives.online(slot);
      if (!drive || this.loop.closed) {
        return false;
      }
      if (slots.includes(slot) && (await sizeOf(segmentPath(drive, id))) < length) {
        await this.#repairs.repair({ kind: 'segment', id, slot });
      }
    }
    return (await this.#fillTable('current', slot)) && (await this.#fillTable('version', slot));
  }

  async #fillTable(table: 'current' | 'version', slot: number): Promise<boolean> {
    let after = START;
    for (;;) {
      const rows = this.#index.versions.withFiles(table, after, PAGE);
      const last = rows.at(-1);
      if (!last) {
        return true;
      }
      for (const content of rows.flatMap(contentsOf)) {
        const drive = this.#drives.online(slot);
        if (!drive || this.loop.closed) {
          return false;
        }
        const { id, slots, start } = content.blob;
        if (
          slots.includes(slot) &&
          (await sizeOf(blobPath(drive, id))) < start + storedSize(content)
        ) {
          await this.#repairs.repair({ kind: 'blob', content, slot });
        }
      }
      after = last;
      await breathe();
    }
  }
}
