import { type HeldTurn, Turns } from '../../changes/turns.ts';
import type { LeaseStore } from '../../state/lease-store.ts';

/** The settings of a bucket, each read, changed and written as a unit. */
export type Setting =
  | 'cors'
  | 'encryption'
  | 'events'
  | 'lifecycle'
  | 'object-lock'
  | 'policy'
  | 'quota'
  | 'replication'
  | 'tags'
  | 'versioning';

export interface Turn {
  readonly bucket: string;
  readonly setting: Setting;
  /** The caller's signal: a change is skipped if its caller has gone when its turn comes. */
  readonly signal: AbortSignal;
}

/** Runs one change of a bucket's setting at a time: see `Turns`. */
export class SettingTurns {
  readonly #turns: Turns;

  constructor(leases: LeaseStore) {
    this.#turns = new Turns(leases);
  }

  /**
   * Runs the change after all earlier ones of the same setting have finished, successfully or not.
   * @throws ConsoleError ChangedMeanwhile if too many are waiting already, or for too long
   */
  take<Result>(
    { bucket, setting, signal }: Turn,
    change: (turn: HeldTurn) => Promise<Result>,
  ): Promise<Result> {
    return this.#turns.take({ name: `${setting}/${bucket}`, signal }, change);
  }

  /** Like `take`, for a change that spans several settings of one bucket. */
  takeAll<Result>(
    { bucket, signal }: Omit<Turn, 'setting'>,
    settings: readonly Setting[],
    change: (turn: HeldTurn) => Promise<Result>,
  ): Promise<Result> {
    // A fixed order prevents deadlocks.
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
}
