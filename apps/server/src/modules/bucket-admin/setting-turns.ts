import { ConsoleError } from '../../console-error.ts';

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

interface Queue {
  length: number;
  last: Promise<unknown>;
}

/**
 * Lets one change of a bucket's setting run at a time, so that what it has read is
 * still there when it writes. One of these serves all routes to one storage server.
 */
export class SettingTurns {
  readonly #queues = new Map<string, Queue>();

  /**
   * Runs the change when all earlier ones of the same setting have ended, well or not.
   * @throws ConsoleError ChangedMeanwhile when too many wait already
   */
  async take<Result>(
    { bucket, setting, signal }: Turn,
    change: () => Promise<Result>,
  ): Promise<Result> {
    const name = `${setting}/${bucket}`;
    const queue = this.#queues.get(name) ?? { length: 0, last: Promise.resolve() };
    if (queue.length > MAX_WAITING) throw new ConsoleError('ChangedMeanwhile');
    this.#queues.set(name, queue);
    queue.length += 1;
    const result = queue.last.then(() => {
      signal.throwIfAborted();
      return change();
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
    change: () => Promise<Result>,
  ): Promise<Result> {
    // One order for everybody: nobody holds what another needs while waiting for what he holds.
    const inOrder = [...new Set(settings)].sort();
    return inOrder.reduceRight<() => Promise<Result>>(
      (inner, setting) => () => this.take({ bucket, setting, signal }, inner),
      change,
    )();
  }
}
