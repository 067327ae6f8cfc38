/** A read of a few KiB from memory takes some µs; from a drive it takes longer than this. */
const SLOW_MS = 0.5;
const REST_MS = 100;

/**
 * Says whether small reads may be done at once instead of on another thread,
 * which costs ten times as much while the data are in the system's cache. A read
 * that had to wait for a drive sends the next ones to the threads for a while, so
 * that the event loop never waits more than a small share of its time.
 */
export class WarmReads {
  readonly #now: () => number;
  #restUntil = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does the read now when that may be; gives undefined when it is to be done elsewhere. */
  try<T>(read: () => T): T | undefined {
    const started = this.#now();
    if (started < this.#restUntil) {
      return undefined;
    }
    try {
      return read();
    } finally {
      const ended = this.#now();
      if (ended - started > SLOW_MS) {
        this.#restUntil = ended + REST_MS;
      }
    }
  }
}
