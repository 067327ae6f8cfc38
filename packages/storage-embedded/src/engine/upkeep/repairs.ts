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

/** More than these wait for the next time they are noticed. */
const MAX_WAITING = 4096;
/** Copies that could not be made again, each with its reason. */
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

/** Whether it is time to try again; more than the longest pause before that the clock was put back. */
function isDue({ due }: FailedRepair, now: number): boolean {
  return due <= now || due > now + LONGEST_PAUSE;
}

/** What came of a repair; `gone` when the copy is not needed any more. */
export type RepairOutcome = 'repaired' | 'gone' | 'failed' | 'interrupted';

/**
 * Makes bad copies again from good ones, one after the other. What could not be made again
 * is kept in the index and tried again, at growing intervals, until it is whole or gone.
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

  /** What could not be made again so far. */
  get failed(): readonly FailedRepair[] {
    return [...this.#failed.values()];
  }

  /** Copies made again since the store was opened. */
  get repaired(): number {
    return this.#repaired;
  }

  /** Whether what fails now could not be kept any more. */
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

  /** Tries again what is due; all that failed on or for want of a drive when that is back. */
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

  /** Repairs one copy now, after what is under way. Never fails: the outcome tells, and is logged. */
  repair(damage: Damage): Promise<RepairOutcome> {
    const result = this.#turn.then(() => this.#repair(damage));
    this.#turn = result;
    return result;
  }

  async #repair(damage: Damage): Promise<RepairOutcome> {
    const { drives, leases } = this.#sources;
    const blobs = damage.kind === 'blob' ? [damage.content.blob.id] : [];
    // While it is repaired the good copy stays, even when the object is deleted.
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
      // Reading says what it has to say by S3Errors: this is about the drive written to.
      this.#sources.drives.failed(damage.slot, error);
      this.#fail(damage, 'failed', String(error));
    }
    return 'failed';
  }

  /** Whether what the copy is of is still there. */
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

  /** Keeps the list of what failed over a restart. */
  save(): void {
    if (this.#changed) {
      this.#changed = false;
      const { index } = this.#sources;
      index.noteState(STATE, this.#failed.size > 0 ? JSON.stringify(this.failed) : undefined);
    }
  }
}
