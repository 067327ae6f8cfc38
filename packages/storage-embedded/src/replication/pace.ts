import { setTimeout as pause } from 'node:timers/promises';

/** Holds what is sent to a target to so many bytes a second, all transfers together. */
export class Pace {
  readonly #now: () => number;
  /** When what was let through so far is sent at the permitted rate. */
  #free = 0;

  /** @param now milliseconds, from any beginning */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Milliseconds that this piece has to wait.
   *
   * @param limit bytes in a second; 0 for none
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

  /** @param limit asked for each piece: it may change on the way */
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
