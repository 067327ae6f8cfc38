/** Reading a few KiB from memory takes microseconds; a read slower than this came from a drive. */
const SLOW_MS = 0.5;
const REST_MS = 100;

/**
 * Decides whether small reads may run synchronously. Another thread costs ten times as much while
 * the data is in the page cache. A read that had to wait for a drive sends the following ones to
 * threads for a while, so that the event loop is blocked only for a small share of its time.
 */
export class WarmReads {
  readonly #now: () => number;
  #restUntil = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Reads synchronously if allowed; returns undefined if the read must be done elsewhere. */
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
