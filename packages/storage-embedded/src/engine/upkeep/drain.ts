import { setImmediate as breathe } from 'node:timers/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { fileSize } from '../content/blob-content.ts';
import type { Landings } from '../content/landings.ts';
import { drivesAway } from '../drives/completeness.ts';
import type { DirectoryLocks } from '../drives/directory-lock.ts';
import { type Drive, isVacant } from '../drives/drive.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import { writeMembership } from '../drives/membership.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Committer } from '../log/committer.ts';
import type { LogWriter } from '../log/log-writer.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import type { DrainState } from '../store-health.ts';
import { type Compaction, NotCompacted } from './compaction.ts';
import { contentPages, type HeldContents } from './contents.ts';
import type { Garbage } from './garbage.ts';
import { Interrupted } from './mender.ts';
import type { Orphans } from './orphans.ts';
import { NotMoved, type Relocation } from './relocation.ts';
import { sealLog } from './seal-log.ts';
import { WorkerLoop } from './worker-loop.ts';

/** Delay before retrying what could not be moved. */
const REST_MS = 60_000;

export interface DrainParts {
  readonly drives: DriveSet;
  readonly locks: DirectoryLocks;
  readonly index: IndexDb;
  readonly segments: ReadonlyMap<number, SegmentInfo>;
  readonly files: SegmentFiles;
  readonly writer: LogWriter;
  readonly committer: Committer;
  readonly landings: Landings;
  readonly compaction: Compaction;
  readonly relocation: Relocation;
  readonly garbage: Garbage;
  readonly orphans: Orphans;
  readonly log: Log;
}

/**
 * Moves everything off drives so that they can be removed. The drives' formats record which ones to
 * drain, and what is left on a drive shows its progress, so an interrupted drain resumes from
 * there.
 */
export class Drain {
  readonly #parts: DrainParts;
  readonly #states = new Map<number, DrainState>();
  /** On the monotonic clock. */
  #restsUntil = 0;
  readonly loop: WorkerLoop;

  constructor(parts: DrainParts) {
    this.#parts = parts;
    this.loop = new WorkerLoop(
      () => this.#run(),
      (error) => parts.log('error', 'Draining a drive failed.', { error: String(error) }),
    );
  }

  /** Progress of the drives that are being drained. */
  get states(): readonly DrainState[] {
    return [...this.#states.values()];
  }

  /** Resumes pending drains. */
  start(): void {
    if (this.#pending().length > 0 && performance.now() >= this.#restsUntil) {
      this.loop.kick();
    }
  }

  #pending(): readonly Drive[] {
    return this.#parts.drives.all.filter((drive) => drive.draining && !isVacant(drive));
  }

  /**
   * Starts draining a drive: it receives nothing new, and its content is moved away. Survives
   * restarts.
   */
  async begin(slot: number): Promise<void> {
    const { log, drives } = this.#parts;
    const drive = drives.all[slot];
    if (drive && !drive.draining) {
      await this.#write(drive, drive.uuid);
      drive.draining = true;
      log('info', 'A drive is being drained.', { drive: drive.path });
    }
    this.#restsUntil = 0;
    this.loop.kick();
  }

  /** Counts what is on the drive of a slot. */
  async measure(slot: number): Promise<{ readonly copies: number; readonly bytes: number }> {
    const { index, segments } = this.#parts;
    let copies = 0;
    let bytes = 0;
    for (const segment of segments.values()) {
      if (segment.slots.includes(slot)) {
        copies++;
        bytes += segment.length;
      }
    }
    for (const { contents } of contentPages(index)) {
      for (const content of contents) {
        if (content.blob.slots.includes(slot)) {
          copies++;
          bytes += fileSize(content);
        }
      }
      await breathe();
    }
    return { copies, bytes };
  }

  async #run(): Promise<void> {
    for (const drive of this.#pending()) {
      try {
        await this.#empty(drive);
      } catch (error) {
        if (error instanceof Interrupted || this.loop.closed) {
          return;
        }
        this.#stopped(drive, error);
      }
    }
  }

  #stopped({ slot, path }: Drive, error: unknown): void {
    const isKnown =
      error instanceof NotMoved || error instanceof NotCompacted || error instanceof S3Error;
    const problem = isKnown ? error.message : String(error);
    const state = this.#states.get(slot) ?? { slot, path, copies: 0, bytes: 0 };
    if (state.problem !== problem) {
      this.#parts.log('error', 'A drive cannot be drained now.', { drive: path, problem });
    }
    this.#states.set(slot, { ...state, problem });
    this.#restsUntil = performance.now() + REST_MS;
  }

  async #empty(drive: Drive): Promise<void> {
    const { index, landings, orphans, relocation } = this.#parts;
    const { slot } = drive;
    orphans.noteMoves();
    // Contents whose drives were chosen earlier and whose records are not committed yet.
    await landings.ended();
    await this.#count(drive);
    await this.#emptyLog(slot);
    for (const { held } of contentPages(index)) {
      for (const one of held) {
        this.#needAll();
        await relocation.leave(slot, one);
        this.#moved(slot, one);
      }
      await breathe();
    }
    if ((await this.#count(drive)) > 0) {
      throw new NotMoved('Copies were made on it meanwhile.');
    }
    await this.#vacate(drive);
  }

  /** Returns the number of copies left. */
  async #count({ slot, path }: Drive): Promise<number> {
    const left = await this.measure(slot);
    this.#states.set(slot, { slot, path, ...left });
    return left.copies;
  }

  #moved(slot: number, { contents }: HeldContents): void {
    const moved = contents.filter(({ blob }) => blob.slots.includes(slot));
    const bytes = moved.reduce((sum, content) => sum + fileSize(content), 0);
    this.#less(slot, { copies: moved.length, bytes });
  }

  #less(slot: number, by: { copies: number; bytes: number }): void {
    const state = this.#states.get(slot);
    if (state) {
      const { copies, bytes } = state;
      this.#states.set(slot, { ...state, copies: copies - by.copies, bytes: bytes - by.bytes });
    }
  }

  /** Nothing can be taken off a drive while any drive is away; the store may also be closing. */
  #needAll(): void {
    if (this.loop.closed) {
      throw new Interrupted();
    }
    const away = drivesAway(this.#parts.drives);
    if (away.length > 0) {
      const which = away.map(({ path, slot }) => path || `drive ${slot + 1}`).join(', ');
      throw new NotMoved(
        `Drives are away: ${which}. Bring them back, replace them or give them up.`,
      );
    }
  }

  async #emptyLog(slot: number): Promise<void> {
    const { committer, compaction, segments, writer } = this.#parts;
    // Makes the next batch start a segment on other drives.
    await sealLog(committer, writer);
    for (const { id, slots, length } of [...segments.values()]) {
      if (slots.includes(slot)) {
        this.#needAll();
        await compaction.compact(id);
        this.#needAll();
        if (segments.has(id)) {
          throw new NotMoved('Other drives may still lack copies: they have to be filled first.');
        }
        this.#less(slot, { copies: 1, bytes: length });
      }
    }
  }

  /** Removes an empty drive from the set. */
  async #vacate(drive: Drive): Promise<void> {
    const { drives, files, garbage, locks, log } = this.#parts;
    const { path, slot } = drive;
    garbage.loop.kick();
    await garbage.loop.idle();
    await this.#write(drive, '');
    drives.vacate(slot);
    files.forgetDrive(path);
    locks.remove(path);
    this.#states.delete(slot);
    log('info', 'A drive was drained and can be taken out.', { drive: path });
  }

  async #write({ slot, path }: Drive, uuid: string): Promise<void> {
    const { drives } = this.#parts;
    const slots = drives.all.map((one) => ({ ...one, online: one.state === 'ok' }));
    const drain = drives.all.filter(({ draining }) => draining).map((one) => one.slot);
    const { id: set, generation } = drives;
    const change = { slot, uuid, draining: true, path: uuid === '' ? undefined : path };
    await writeMembership({ set, generation, slots, drain }, change);
    drives.generation++;
  }
}
