import { setTimeout as pause } from 'node:timers/promises';

/** Limits the bandwidth to a target, over all transfers together. */
export class Pace {
  readonly #now: () => number;
  /** When everything let through so far will have been sent at the permitted rate. */
  #free = 0;

  /** @param now milliseconds from any origin */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the milliseconds to wait before a piece.
   *
   * @param limit bytes per second; 0 for none
   */
  delay(bytes: number, limit: number): number {
    if (limit <= 0) {
      return 0;
    }
    const now = this.#now();
    const start = Math.max(now, this.#free);
    this.#free = start + (bytes / limit) * 1000;
    return start - now;
  }

  /**
   * Paces a stream.
   *
   * @param limit called for each piece, as the limit can change
   */
  async *hold(
    source: AsyncIterable<Uint8Array>,
    limit: () => number,
    onSent: (bytes: number) => void,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of source) {
      const delay = this.delay(piece.length, limit());
      if (delay > 0) {
        await pause(delay);
      }
      onSent(piece.length);
      yield piece;
    }
  }
}
