import { unlink } from 'node:fs/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { NewSlots, RelocationPlans } from '../changes/relocations.ts';
import type { OwnedContent } from '../content/blob-content.ts';
import type { BlobReader } from '../content/blob-reader.ts';
import type { Landings } from '../content/landings.ts';
import type { Leases } from '../content/leases.ts';
import { blobPath, type Drive } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Committer } from '../log/committer.ts';
import { type HeldContents, titleOf } from './contents.ts';
import { Interrupted, type Mender } from './mender.ts';
import type { Repairs } from './repairs.ts';

/** Contents of one object moved per record: each record lists all parts of the object. */
const MAX_AT_ONCE = 256;

/** Not everything can be moved at the moment; the message gives the reason as a sentence. */
export class NotMoved extends Error {}

export interface RelocationParts {
  readonly drives: DriveSet;
  readonly index: IndexDb;
  readonly blobs: BlobReader;
  readonly landings: Landings;
  readonly leases: Leases;
  readonly repairs: Repairs;
  readonly mender: Mender;
  readonly committer: Committer;
  readonly plans: RelocationPlans;
}

/** A copy that no record refers to yet. */
interface NewCopy {
  readonly drive: Drive;
  readonly id: string;
}

/** Moves contents to other drives, verifying each new copy before the old one goes. */
export class Relocation {
  readonly #parts: RelocationParts;

  constructor(parts: RelocationParts) {
    this.#parts = parts;
  }

  /**
   * Moves a version's or part's contents off the drive of a slot. Skips those deleted meanwhile.
   *
   * @throws NotMoved, Interrupted
   */
  async leave(slot: number, { holder, contents }: HeldContents): Promise<void> {
    const all = contents.filter(({ blob }) => blob.slots.includes(slot));
    for (let at = 0; at < all.length; at += MAX_AT_ONCE) {
      const some = all.slice(at, at + MAX_AT_ONCE);
      const [first] = some;
      if (first) {
        await this.#move(some, (slots) => this.#parts.plans.move(holder, first.owner, slots));
      }
    }
  }

  async #move(
    contents: readonly OwnedContent[],
    plan: (slots: NewSlots) => ReturnType<RelocationPlans['move']>,
  ): Promise<void> {
    const { landings, leases } = this.#parts;
    const ids = contents.map(({ blob }) => blob.id);
    // Keeps the files until everything is copied, even if the object is deleted.
    leases.take(ids);
    try {
      await landings.run(ids, () => this.#land(contents, plan));
    } finally {
      leases.give(ids);
    }
  }

  async #land(
    contents: readonly OwnedContent[],
    plan: (slots: NewSlots) => ReturnType<RelocationPlans['move']>,
  ): Promise<void> {
    const copies: NewCopy[] = [];
    let named = false;
    try {
      const slots = new Map<string, readonly number[]>();
      for (const content of contents) {
        slots.set(content.blob.id, await this.#copy(content, copies));
      }
      named = await this.#parts.committer.submit(plan(slots));
    } finally {
      if (!named) {
        await Promise.all(copies.map(remove));
      }
    }
  }

  /**
   * Returns the slots of the drives that now have a whole copy, without those that accept nothing
   * new.
   */
  async #copy(content: OwnedContent, copies: NewCopy[]): Promise<readonly number[]> {
    const { drives, index } = this.#parts;
    const { id, slots } = content.blob;
    const on = slots.filter((slot) => drives.isTaking(slot));
    for (const slot of on) {
      await this.#needWhole(content, slot);
    }
    // Where the removal of an old copy is pending, a new one would be removed as well.
    const tried = new Set([...slots, ...index.garbageOf(id)]);
    while (on.length < drives.copies) {
      const drive = drives.spare([...tried]);
      if (!drive) {
        throw new NotMoved(
          `No other drive has room for ${titleOf(index, content.owner)}: make room or add a drive.`,
        );
      }
      tried.add(drive.slot);
      if (await this.#copyTo(content, drive)) {
        copies.push({ drive, id });
        on.push(drive.slot);
      }
    }
    return on;
  }

  /** Returns whether the drive now has a whole copy; if not, another drive may be tried. */
  async #copyTo(content: OwnedContent, drive: Drive): Promise<boolean> {
    const { blobs, drives, index, mender } = this.#parts;
    const { slot } = drive;
    try {
      await mender.mend({ kind: 'blob', content, slot }, drive);
    } catch (error) {
      if (error instanceof Interrupted) {
        throw error;
      }
      if (error instanceof S3Error) {
        const title = titleOf(index, content.owner);
        throw new NotMoved(
          error.code === 'ServiceUnavailable'
            ? `The drives that may have a good copy of ${title} are away: bring them back.`
            : `${title} has no good copy: delete it, or restore it from a backup.`,
        );
      }
      drives.failed(slot, error);
      return false;
    }
    if ((await blobs.inspect(content, slot)) === 'whole') {
      return true;
    }
    await remove({ drive, id: content.blob.id });
    return false;
  }

  /** Verifies the copy that stays and repairs it if necessary. */
  async #needWhole(content: OwnedContent, slot: number): Promise<void> {
    const { blobs, drives, index, repairs } = this.#parts;
    if ((await blobs.inspect(content, slot)) === 'whole') {
      return;
    }
    const outcome = await repairs.repair({ kind: 'blob', content, slot });
    if (outcome === 'interrupted') {
      throw new Interrupted();
    }
    if (outcome === 'failed') {
      const drive = drives.all[slot]?.path;
      throw new NotMoved(
        `The copy of ${titleOf(index, content.owner)} on ${drive} is not whole and could not be repaired: npm run storage -- status tells why.`,
      );
    }
  }
}

async function remove({ drive, id }: NewCopy): Promise<void> {
  // Best effort: leftovers are orphans and are swept after the next start.
  await unlink(blobPath(drive, id)).catch(() => undefined);
}
