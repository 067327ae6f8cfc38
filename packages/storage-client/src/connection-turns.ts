import type { Dispatcher } from 'undici';
import { StorageTimeoutError } from './errors.ts';

type Signal = Dispatcher.RequestOptions['signal'];

/** Maximum number of waiting calls; further ones time out immediately. */
const MAX_WAITING = 4096;

/**
 * Limits the number of connections in use, first come, first served. Calls waiting in the pool's
 * own unbounded queue could neither be aborted nor time out.
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
   * Waits for a connection; returns the function that releases it.
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
