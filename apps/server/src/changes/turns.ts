import { ConsoleError } from '../console-error.ts';
import { waitForLease } from '../state/lease.ts';
import type { LeaseStore } from '../state/lease-store.ts';

/** Whoever waits behind so many others waits for states that nobody knows yet. */
const MAX_WAITING = 32;

export interface NamedTurn {
  /** Changes of one name are made one after the other. */
  readonly name: string;
  /** Of the caller: a change whose turn comes when nobody waits for it is not made. */
  readonly signal: AbortSignal;
}

/** A turn that has come. */
export interface HeldTurn {
  /**
   * To be asked before the write, by who has read long before.
   * @throws ConsoleError ChangedMeanwhile when this console was stopped for so long that
   *   another may have had the turn since
   */
  check(): Promise<void>;
}

interface Queue {
  length: number;
  last: Promise<unknown>;
}

/**
 * Lets one change of a name run at a time, in this console and in all that share its state, so
 * that what it has read is still there when it writes.
 */
export class Turns {
  readonly #queues = new Map<string, Queue>();
  readonly #leases: LeaseStore;

  constructor(leases: LeaseStore) {
    this.#leases = leases;
  }

  /**
   * Runs the change when all earlier ones of the same name have ended, well or not.
   * @throws ConsoleError ChangedMeanwhile when too many wait already, or for too long
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

  /** The consoles that share the state take turns among themselves, one change of each at a time. */
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
