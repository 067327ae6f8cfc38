import { type DirectoryLocks, lockDrive } from '../drives/directory-lock.ts';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { LogWriter } from '../log/log-writer.ts';
import type { SegmentFiles } from '../log/segment-files.ts';
import type { Compaction } from './compaction.ts';
import type { Drain } from './drain.ts';
import type { Garbage } from './garbage.ts';
import type { Heal } from './heal.ts';
import type { Orphans } from './orphans.ts';
import type { Repairs } from './repairs.ts';
import type { Scrub } from './scrub.ts';
import { removeStaleSegments } from './stale-segments.ts';
import type { StaleUploads } from './stale-uploads.ts';
import type { Stalls } from './stalls.ts';

const DRIVES_EVERY = 5_000;
const COMPACTION_EVERY = 2_000;
const UPLOADS_EVERY = 3_600_000;
const SCRUB_EVERY = 60_000;

export interface UpkeepParts {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly segments: ReadonlyMap<number, SegmentInfo>;
  readonly writer: LogWriter;
  readonly compaction: Compaction;
  readonly drain: Drain;
  readonly garbage: Garbage;
  readonly heal: Heal;
  readonly orphans: Orphans;
  readonly repairs: Repairs;
  readonly scrub: Scrub;
  readonly stalls: Stalls;
  readonly staleUploads: StaleUploads;
  readonly locks: DirectoryLocks;
  /** Gates every job that destroys or forgets anything. */
  readonly isComplete: () => boolean;
  readonly log: Log;
}

/** The background work of an open store and its schedule. */
export class Upkeep {
  readonly parts: UpkeepParts;
  readonly #timers: NodeJS.Timeout[] = [];
  #polling: Promise<void> = Promise.resolve();
  #nextPoll: Promise<void> | undefined;
  /** Slots of drives whose log still has to be swept of dropped segments. */
  #waiting: number[] = [];
  /** Why writes are refused, as last logged. */
  #refusal: string | undefined;

  constructor(parts: UpkeepParts) {
    this.parts = parts;
  }

  start(): void {
    const { compaction, garbage, scrub, stalls, staleUploads } = this.parts;
    garbage.loop.kick();
    this.#waiting = this.parts.drives.working.map((drive) => drive.slot);
    this.#polling = this.#afterLooking();
    this.#every(DRIVES_EVERY, () => this.poll());
    // On its own timer: polling the drives blocks on those that do not respond.
    this.#every(DRIVES_EVERY, () => stalls.look());
    this.#every(COMPACTION_EVERY, () => {
      if (compaction.choose() !== undefined) {
        compaction.loop.kick();
      }
    });
    this.#every(SCRUB_EVERY, () => scrub.loop.kick());
    this.#every(UPLOADS_EVERY, () => staleUploads.loop.kick());
    staleUploads.loop.kick();
  }

  #every(interval: number, work: () => void): void {
    this.#timers.push(setInterval(work, interval).unref());
  }

  /** Polls the drives; starts the pending work for any that are back. */
  poll(): Promise<void> {
    this.#nextPoll ??= this.#polling.then(() => {
      this.#nextPoll = undefined;
      return this.#poll();
    });
    this.#polling = this.#nextPoll;
    return this.#polling;
  }

  async #poll(): Promise<void> {
    const { compaction, drain, drives, files, garbage, heal, locks, log, orphans, repairs } =
      this.parts;
    try {
      await this.#noteExchanged();
      const back = await drives.poll();
      for (const slot of back) {
        const { path = '' } = drives.all[slot] ?? {};
        // It may be on a different file system now.
        locks.remove(path);
        lockDrive(drives, slot, locks);
        files.forgetDrive(path);
        garbage.loop.kick();
      }
      this.#waiting = [...new Set([...this.#waiting, ...back])];
      if (back.length > 0) {
        compaction.retry();
        orphans.noteReturn();
      }
      await this.#afterLooking();
      repairs.retry(back.length > 0);
      heal.start();
      drain.start();
      this.#tellRefusal();
    } catch (error) {
      log('error', 'Looking at the drives failed.', { error: String(error) });
    }
  }

  /**
   * A directory exchanged between two polls, such as by restoring a snapshot, counts as a drive
   * that was away and came back.
   */
  async #noteExchanged(): Promise<void> {
    const { drives, locks } = this.parts;
    for (const { slot, path } of drives.working) {
      if (await locks.isExchanged(path)) {
        drives.failed(slot, 'another directory has taken its place');
      }
    }
  }

  /**
   * Does what had to wait until the drives are complete: accepts held writes and sweeps orphans.
   */
  async #afterLooking(): Promise<void> {
    const { drives, orphans, isComplete } = this.parts;
    if (!isComplete()) {
      return;
    }
    drives.hold(undefined);
    orphans.start();
    await this.#clean(this.#waiting.splice(0));
  }

  /** Logs when writes become refused or are accepted again. */
  #tellRefusal(): void {
    const { drives, log } = this.parts;
    const refusal = drives.refusal()?.message;
    if (refusal !== this.#refusal) {
      this.#refusal = refusal;
      const refused = refusal !== undefined;
      const text = refused ? 'Writes are refused.' : 'Writes are taken again.';
      log(refused ? 'error' : 'info', text, { reason: refusal });
    }
  }

  async #clean(slots: readonly number[]): Promise<void> {
    const { drives, files, segments, writer, log } = this.parts;
    for (const slot of slots) {
      try {
        await removeStaleSegments({ drives, slot }, { segments, below: writer.lastId }, files);
      } catch (error) {
        log('error', 'Old segments could not be removed.', { slot, error: String(error) });
      }
    }
  }

  /** Stops everything that writes to the log; must be called while the log still accepts writes. */
  async stopWriters(): Promise<void> {
    for (const timer of this.#timers) {
      clearInterval(timer);
    }
    await this.#polling;
    await Promise.all([this.parts.drain.loop.close(), this.parts.compaction.loop.close()]);
    await this.parts.staleUploads.loop.close();
  }

  async stop(): Promise<void> {
    const { garbage, heal, orphans, repairs, scrub } = this.parts;
    await Promise.all([scrub.close(), heal.loop.close(), repairs.loop.close()]);
    await orphans.loop.close();
    await garbage.loop.close();
    orphans.end();
  }
}
