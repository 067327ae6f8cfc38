import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Leases } from '../content/leases.ts';
import type { Log } from '../drives/drive-set.ts';
import { tracedWork } from '../drives/file-trace.ts';
import type { IndexDb } from '../index/index-db.ts';
import { slotsOf } from './contents.ts';
import {
  type Damage,
  damagedPath,
  type FailedRepair,
  nameOf,
  type RepairProblem,
} from './damage.ts';
import { Interrupted, Mender, type MenderParts } from './mender.ts';
import { WorkerLoop } from './worker-loop.ts';

/** Maximum number of waiting repairs; any others wait until they are noticed again. */
const MAX_WAITING = 4096;
/** Maximum number of stored failed repairs, each with its reason. */
const MAX_FAILED = 1000;
const STATE = 'repairs';
const MINUTE = 60_000;
const LONGEST_PAUSE = 6 * 60 * MINUTE;

export interface RepairSources extends Omit<MenderParts, 'closed'> {
  readonly index: IndexDb;
  readonly leases: Leases;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Whether a retry is due. A time further away than the longest pause means that the clock was set
 * back.
 */
function isDue({ due }: FailedRepair, now: number): boolean {
  return due <= now || due > now + LONGEST_PAUSE;
}

/** Outcome of a repair; `gone` if the copy is no longer needed. */
export type RepairOutcome = 'repaired' | 'gone' | 'failed' | 'interrupted';

/**
 * Repairs bad copies from good ones, one at a time. Failed repairs are stored in the index and
 * retried at growing intervals until the copy is whole or gone.
 */
export class Repairs {
  readonly #sources: RepairSources;
  readonly #mender: Mender;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Damage>();
  readonly #failed: Map<string, FailedRepair>;
  #changed = false;
  #repaired = 0;
  #turn: Promise<unknown> = Promise.resolve();
  readonly loop: WorkerLoop;

  constructor(sources: RepairSources) {
    this.#sources = sources;
    this.#mender = new Mender({ ...sources, closed: () => this.loop.closed });
    this.#now = sources.now ?? Date.now;
    const kept: readonly FailedRepair[] = JSON.parse(sources.index.state(STATE) ?? '[]');
    this.#failed = new Map(kept.map((failed) => [nameOf(failed.damage), failed]));
    this.loop = new WorkerLoop(
      () => this.#work(),
      (error) => sources.log('error', 'Repairing failed.', { error: String(error) }),
    );
  }

  /** Copies that could not be repaired so far. */
  get failed(): readonly FailedRepair[] {
    return [...this.#failed.values()];
  }

  /** Copies repaired since the store was opened. */
  get repaired(): number {
    return this.#repaired;
  }

  /** Whether there is no room to store further failures. */
  get full(): boolean {
    return this.#failed.size >= MAX_FAILED;
  }

  note(damage: Damage): void {
    const name = nameOf(damage);
    const former = this.#failed.get(name);
    if (
      (!former || isDue(former, this.#now())) &&
      this.#waiting.size < MAX_WAITING &&
      !this.#waiting.has(name)
    ) {
      this.#waiting.set(name, damage);
      this.loop.kick();
    }
  }

  /** Retries what is due and, when a drive is back, everything that failed because of a drive. */
  retry(isBack = false): void {
    const now = this.#now();
    for (const [name, failed] of this.#failed) {
      if (isDue(failed, now) || (isBack && failed.problem !== 'lost')) {
        this.#waiting.set(name, failed.damage);
      }
    }
    if (this.#waiting.size > 0) {
      this.loop.kick();
    }
  }

  async #work(): Promise<void> {
    for (const [name, damage] of this.#waiting) {
      if (this.loop.closed) {
        break;
      }
      await this.repair(damage);
      this.#waiting.delete(name);
    }
    this.save();
  }

  /**
   * Repairs one copy immediately after the repair in progress. Never rejects: the outcome is
   * returned and logged.
   */
  repair(damage: Damage): Promise<RepairOutcome> {
    const result = this.#turn.then(() => this.#repair(damage));
    this.#turn = result;
    return result;
  }

  async #repair(damage: Damage): Promise<RepairOutcome> {
    const { drives, leases } = this.#sources;
    const blobs = damage.kind === 'blob' ? [damage.content.blob.id] : [];
    // Keeps the good copy during the repair, even if the object is deleted.
    leases.take(blobs);
    try {
      if (!this.#isWanted(damage)) {
        this.#settled(damage);
        return 'gone';
      }
      const drive = drives.online(damage.slot);
      if (!drive) {
        this.#fail(damage, 'away', 'The drive is out of use.');
        return 'failed';
      }
      await tracedWork(
        () => ({ kind: 'healing', name: 'heal.Copy', path: damagedPath(damage, drive) }),
        () => this.#mender.mend(damage, drive),
      );
      this.#settled(damage);
      this.#repaired++;
      this.#log('warn', 'A copy was repaired.', damage);
      return 'repaired';
    } catch (error) {
      return this.#failure(damage, error);
    } finally {
      leases.give(blobs);
    }
  }

  #failure(damage: Damage, error: unknown): RepairOutcome {
    if (error instanceof Interrupted) {
      return 'interrupted';
    }
    if (error instanceof S3Error) {
      this.#fail(damage, error.code === 'ServiceUnavailable' ? 'away' : 'lost', error.message);
    } else {
      // Read errors are S3Errors, so this one concerns the drive being written.
      this.#sources.drives.failed(damage.slot, error);
      this.#fail(damage, 'failed', String(error));
    }
    return 'failed';
  }

  /** Whether the item that the copy belongs to still exists. */
  #isWanted(damage: Damage): boolean {
    const { index, segments } = this.#sources;
    if (damage.kind === 'blob') {
      const { blob, owner } = damage.content;
      return slotsOf(index, owner, blob.id).includes(damage.slot);
    }
    return segments.has(damage.kind === 'segment' ? damage.id : damage.place.segment);
  }

  #fail(damage: Damage, problem: RepairProblem, error: string): void {
    const name = nameOf(damage);
    const former = this.#failed.get(name);
    if (!former && this.full) {
      this.#log('error', 'A copy could not be repaired, and is one of too many to keep.', damage);
      return;
    }
    const now = this.#now();
    const tries = (former?.tries ?? 0) + 1;
    const due = now + Math.min(MINUTE * 2 ** (tries - 1), LONGEST_PAUSE);
    this.#failed.set(name, { damage, problem, error, since: former?.since ?? now, tries, due });
    this.#changed = true;
    if (former?.problem !== problem) {
      this.#log('error', 'A copy could not be repaired.', damage, { problem, error });
    }
  }

  #settled(damage: Damage): void {
    this.#changed = this.#failed.delete(nameOf(damage)) || this.#changed;
  }

  #log(level: 'warn' | 'error', text: string, damage: Damage, more: object = {}): void {
    const drive = this.#sources.drives.all[damage.slot]?.path;
    this.#sources.log(level, text, { drive, copy: nameOf(damage), ...more });
  }

  /** Stores the list of failures so that it survives a restart. */
  save(): void {
    if (this.#changed) {
      this.#changed = false;
      const { index } = this.#sources;
      index.noteState(STATE, this.#failed.size > 0 ? JSON.stringify(this.failed) : undefined);
    }
  }
}
