import { ConsoleError } from '../../console-error.ts';
import { waitForLease } from '../../state/lease.ts';
import type { LeaseStore } from '../../state/lease-store.ts';

/** The settings of a bucket that are read, changed and written as one. */
export type Setting =
  | 'encryption'
  | 'events'
  | 'lifecycle'
  | 'object-lock'
  | 'policy'
  | 'quota'
  | 'replication'
  | 'tags'
  | 'versioning';

/** Whoever waits behind so many others waits for states that nobody knows yet. */
const MAX_WAITING = 32;

export interface Turn {
  readonly bucket: string;
  readonly setting: Setting;
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
 * Lets one change of a bucket's setting run at a time, in this console and in all that share
 * its state, so that what it has read is still there when it writes.
 */
export class SettingTurns {
  readonly #queues = new Map<string, Queue>();
  readonly #leases: LeaseStore;

  constructor(leases: LeaseStore) {
    this.#leases = leases;
  }

  /**
   * Runs the change when all earlier ones of the same setting have ended, well or not.
   * @throws ConsoleError ChangedMeanwhile when too many wait already, or for too long
   */
  async take<Result>(
    { bucket, setting, signal }: Turn,
    change: (turn: HeldTurn) => Promise<Result>,
  ): Promise<Result> {
    const name = `${setting}/${bucket}`;
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

  /** Like `take`, for a change that spans several settings of one bucket. */
  takeAll<Result>(
    { bucket, signal }: Omit<Turn, 'setting'>,
    settings: readonly Setting[],
    change: (turn: HeldTurn) => Promise<Result>,
  ): Promise<Result> {
    // One order for everybody: nobody holds what another needs while waiting for what he holds.
    const inOrder = [...new Set(settings)].sort();
    const held: HeldTurn[] = [];
    const all = { check: async () => void (await Promise.all(held.map((turn) => turn.check()))) };
    return inOrder.reduceRight<() => Promise<Result>>(
      (inner, setting) => () =>
        this.take({ bucket, setting, signal }, (turn) => {
          held.push(turn);
          return inner();
        }),
      () => change(all),
    )();
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
