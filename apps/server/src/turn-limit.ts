import { ConsoleError } from './console-error.ts';

/** Limits on concurrent operations. */
export interface Bounds {
  readonly session: number;
  readonly total: number;
}

/** Limits the concurrent operations of each session, and of all of them together. */
export class TurnLimit {
  readonly #bounds: Bounds;
  readonly #bySession = new Map<string, number>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** The number currently running. */
  get running(): number {
    return this.#total;
  }

  /**
   * Counts one more until the returned function is called.
   * @throws ConsoleError TooManyRequests
   */
  enter(session: string): () => void {
    const running = this.#bySession.get(session) ?? 0;
    if (running >= this.#bounds.session || this.#total >= this.#bounds.total) {
      throw new ConsoleError('TooManyRequests');
    }
    this.#bySession.set(session, running + 1);
    this.#total += 1;
    let left = false;
    return () => {
      if (!left) this.#leave(session);
      left = true;
    };
  }

  /** Counts one more until the signal aborts. @throws ConsoleError TooManyRequests */
  enterUntil(signal: AbortSignal, session: string): void {
    const leave = this.enter(session);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }

  #leave(session: string): void {
    this.#total -= 1;
    const running = (this.#bySession.get(session) ?? 1) - 1;
    if (running === 0) this.#bySession.delete(session);
    else this.#bySession.set(session, running);
  }
}
