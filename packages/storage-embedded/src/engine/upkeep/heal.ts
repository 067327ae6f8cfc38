import { setImmediate as breathe } from 'node:timers/promises';
import { fileSize } from '../content/blob-content.ts';
import { blobPath, segmentPath, sizeOf } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { FillProgress } from '../store-health.ts';
import { contentPages } from './contents.ts';
import type { Damage } from './damage.ts';
import type { RepairOutcome, Repairs } from './repairs.ts';
import { WorkerLoop } from './worker-loop.ts';

const STATE = 'heal';
/** Delay before a drive is checked again after more failures than can be stored. */
const REST_MS = 60_000;

export interface HealOptions {
  readonly repairs: Repairs;
  readonly log: Log;
  /** Called when a drive has been checked and filled. */
  readonly onFilled?: () => void;
}

type WholeCopy = Exclude<Damage, { kind: 'record' }>;

/** Checking a drive continues later. */
class Unfinished extends Error {}

/** Creates the copies that drives lack because they were replaced or away. */
export class Heal {
  readonly #drives: DriveSet;
  readonly #index: IndexDb;
  readonly #options: HealOptions;
  /** Slots to be filled, also kept in memory in case the index cannot be written. */
  #noted: readonly number[];
  /** On the monotonic clock. */
  #restsUntil = 0;
  /** Number of copies on the drives in these slots, which are away. */
  #away: { readonly slots: string; readonly copies: number } = { slots: '', copies: 0 };
  #progress: FillProgress | undefined;
  readonly loop: WorkerLoop;

  constructor(drives: DriveSet, index: IndexDb, options: HealOptions) {
    this.#drives = drives;
    this.#index = index;
    this.#options = options;
    this.#noted = JSON.parse(index.state(STATE) ?? '[]');
    this.loop = new WorkerLoop(
      () => this.#run(),
      (error) => options.log('error', 'Healing a drive failed.', { error: String(error) }),
    );
  }

  /** Slots still to be filled; stored in the index so that filling resumes after a restart. */
  get pending(): readonly number[] {
    return this.#noted.filter((slot) => !this.#drives.isVacant(slot));
  }

  /**
   * Slots that may lack copies: they are not filled yet, or some of their copies could not be made.
   */
  get lacking(): readonly number[] {
    const failed = this.#options.repairs.failed.map(({ damage }) => damage.slot);
    return [...new Set([...this.pending, ...failed])];
  }

  /** Progress of the drive that is currently being filled. */
  get progress(): FillProgress | undefined {
    return this.#progress;
  }

  /** Number of copies on drives that are away, as last counted. */
  get copiesAway(): number {
    return this.#away.copies;
  }

  /** Adds slots to be checked and filled as soon as their drives work. */
  note(slots: readonly number[]): void {
    const { pending } = this;
    const added = slots.filter((slot) => !pending.includes(slot));
    if (added.length > 0) {
      this.#set([...pending, ...added]);
    }
  }

  /** Resumes filling the pending slots. */
  start(): void {
    const isDue = this.pending.length > 0 || this.#outOfUse().join() !== this.#away.slots;
    if (isDue && performance.now() >= this.#restsUntil) {
      this.loop.kick();
    }
  }

  #set(slots: readonly number[]): void {
    this.#noted = slots;
    this.#index.noteState(STATE, JSON.stringify(slots));
  }

  async #run(): Promise<void> {
    const { repairs } = this.#options;
    for (const slot of this.pending) {
      if (!this.#drives.online(slot)) {
        continue;
      }
      this.#progress = { slot, startedAt: Date.now(), checked: 0, repaired: 0, failed: 0 };
      try {
        await this.#fill(slot);
        // Copies that failed while another drive was away may be in progress again.
        await repairs.loop.idle();
        this.#set(this.pending.filter((one) => one !== slot));
        this.#tell(slot);
      } catch (error) {
        if (!(error instanceof Unfinished)) {
          throw error;
        }
      } finally {
        this.#progress = undefined;
        repairs.save();
      }
    }
    await this.#countAway();
  }

  #outOfUse(): readonly number[] {
    return this.#drives.all.filter(({ state }) => state !== 'ok').map(({ slot }) => slot);
  }

  /** Recounts when the set of drives that are away has changed. */
  async #countAway(): Promise<void> {
    const slots = this.#outOfUse();
    if (slots.join() === this.#away.slots) {
      return;
    }
    const isAway = (slot: number): boolean => slots.includes(slot);
    let copies = 0;
    for (const segment of slots.length > 0 ? this.#index.accounting.segments.values() : []) {
      copies += segment.slots.filter(isAway).length;
    }
    for (const { contents } of slots.length > 0 ? contentPages(this.#index) : []) {
      for (const { blob } of contents) {
        copies += blob.slots.filter(isAway).length;
      }
      await breathe();
      if (this.loop.closed) {
        return;
      }
    }
    this.#away = { slots: slots.join(), copies };
  }

  #tell(slot: number): void {
    const { repairs, log, onFilled } = this.#options;
    const drive = this.#drives.all[slot]?.path;
    const failed = repairs.failed.filter(({ damage }) => damage.slot === slot).length;
    if (failed === 0) {
      log('info', 'A drive has all its copies.', { drive });
    } else {
      log('error', 'A drive was filled, but copies are missing that could not be made.', {
        drive,
        copies: failed,
        next: 'npm run storage -- status lists them, with what to do',
      });
    }
    onFilled?.();
  }

  async #fill(slot: number): Promise<void> {
    for (const { id, slots, length } of [...this.#index.accounting.segments.values()]) {
      if (slots.includes(slot)) {
        const isWhole = (size: number): boolean => size >= length;
        await this.#check({ kind: 'segment', id, slot }, isWhole);
      }
    }
    for (const { contents } of contentPages(this.#index)) {
      for (const content of contents) {
        if (content.blob.slots.includes(slot)) {
          const isWhole = (size: number): boolean => size === fileSize(content);
          await this.#check({ kind: 'blob', content, slot }, isWhole);
        }
      }
      await breathe();
    }
  }

  #count(outcome?: RepairOutcome): void {
    if (this.#progress) {
      const { checked, repaired, failed, ...about } = this.#progress;
      this.#progress = {
        ...about,
        checked: checked + 1,
        repaired: repaired + (outcome === 'repaired' ? 1 : 0),
        failed: failed + (outcome === 'failed' ? 1 : 0),
      };
    }
  }

  /**
   * Has a copy repaired unless its size is right.
   * @throws Unfinished if filling cannot continue
   */
  async #check(copy: WholeCopy, isWhole: (size: number) => boolean): Promise<void> {
    const { repairs } = this.#options;
    const drive = this.#drives.online(copy.slot);
    if (!drive || this.loop.closed) {
      throw new Unfinished();
    }
    const path =
      copy.kind === 'blob' ? blobPath(drive, copy.content.blob.id) : segmentPath(drive, copy.id);
    // If its size cannot be read, a copy counts as missing.
    if (isWhole(await sizeOf(path).catch(() => -1))) {
      this.#count();
      return;
    }
    const outcome = await repairs.repair(copy);
    this.#count(outcome);
    if (outcome === 'failed' && repairs.full) {
      this.#restsUntil = performance.now() + REST_MS;
      throw new Unfinished();
    }
    if (outcome === 'interrupted') {
      throw new Unfinished();
    }
  }
}
