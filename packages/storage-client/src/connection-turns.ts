import type { Dispatcher } from 'undici';
import { StorageTimeoutError } from './errors.ts';

type Signal = Dispatcher.RequestOptions['signal'];

/** So many calls wait at most; whoever comes then is told at once that it takes too long. */
const MAX_WAITING = 4096;

/**
 * Who may use one of a bounded number of connections, first come, first served. The pool's own
 * queue has no end: a call that waits in it can neither be aborted nor run out of time.
 */
export class ConnectionTurns {
  readonly #waiting = new Set<() => void>();
  readonly #timeout: number;
  #free: number;

  constructor(connections: number, timeout: number) {
    this.#free = connections;
    this.#timeout = timeout;
  }

  /**
   * Waits for a turn and gives what ends it.
   * @throws StorageTimeoutError, or the signal's reason
   */
  async take(signal: Signal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal instanceof AbortSignal ? signal : undefined);
    let held = true;
    return () => {
      if (held) this.#pass();
      held = false;
    };
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free += 1;
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiting.size >= MAX_WAITING) throw new StorageTimeoutError(undefined);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(enter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const enter = () => {
      leave();
      resolve();
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      leave();
      reject(new StorageTimeoutError(undefined));
    }, this.#timeout);
    this.#waiting.add(enter);
    signal?.addEventListener('abort', abort);
    return promise;
  }
}
