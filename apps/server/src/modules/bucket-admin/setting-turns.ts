import { type HeldTurn, Turns } from '../../changes/turns.ts';
import type { LeaseStore } from '../../state/lease-store.ts';

/** The settings of a bucket that are read, changed and written as one. */
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
  /** Of the caller: a change whose turn comes when nobody waits for it is not made. */
  readonly signal: AbortSignal;
}

/** Lets one change of a bucket's setting run at a time: see `Turns`. */
export class SettingTurns {
  readonly #turns: Turns;

  constructor(leases: LeaseStore) {
    this.#turns = new Turns(leases);
  }

  /**
   * Runs the change when all earlier ones of the same setting have ended, well or not.
   * @throws ConsoleError ChangedMeanwhile when too many wait already, or for too long
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
}
