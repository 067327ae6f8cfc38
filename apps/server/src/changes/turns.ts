import { ConsoleError } from '../console-error.ts';
import { waitForLease } from '../state/lease.ts';
import type { LeaseStore } from '../state/lease-store.ts';

/** Behind a longer queue, a caller would wait for a state that nobody can predict. */
const MAX_WAITING = 32;

export interface NamedTurn {
  /** Changes of the same name run one after another. */
  readonly name: string;
  /** The caller's signal: a change is skipped if its caller has gone when its turn comes. */
  readonly signal: AbortSignal;
}

/** A turn that has been granted. */
export interface HeldTurn {
  /**
   * To be called before a write that is based on an older read.
   * @throws ConsoleError ChangedMeanwhile if this console was paused for so long that another may
   *    have had the turn since
   */
  check(): Promise<void>;
}

interface Queue {
  length: number;
  last: Promise<unknown>;
}

/**
 * Runs one change of a name at a time, in this console and all that share its state, so that what a
 * change has read is still valid when it writes.
 */
export class Turns {
  readonly #queues = new Map<string, Queue>();
  readonly #leases: LeaseStore;

  constructor(leases: LeaseStore) {
    this.#leases = leases;
  }

  /**
   * Runs the change after all earlier ones of the same name have finished, successfully or not.
   * @throws ConsoleError ChangedMeanwhile if too many are waiting already, or for too long
   */
  async take<Result>(
    { name, signal }: NamedTurn,
    change: (turn: HeldTurn) => Promise<Result>,
  ): Promise<Result> {
    const queue = this.#queues.get(name) ?? { length: 0, last: Promise.resolve() };
    if (queue.length > MAX_WAITING) throw new ConsoleError('ChangedMeanwhile');
    this.#queues.set(name, queue);
    queue.length += 1;
    const result = queue.last.then(() => {
      signal.throwIfAborted();
      return this.#lead(name, signal, change);
    });
    queue.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(name);
    }
  }

  /** Consoles that share the state take turns too, one change per name at a time. */
  async #lead<Result>(
    name: string,
    signal: AbortSignal,
    change: (turn: HeldTurn) => Promise<Result>,
  ): Promise<Result> {
    const lease = await waitForLease(this.#leases, `turn/${name}`, signal);
    if (!lease) throw new ConsoleError('ChangedMeanwhile');
    try {
      return await change({
        async check() {
          if (!(await lease.isHeld())) throw new ConsoleError('ChangedMeanwhile');
        },
      });
    } finally {
      await lease.release();
    }
  }
}
