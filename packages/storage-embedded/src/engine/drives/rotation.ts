import { randomInt } from 'node:crypto';

/** Picks items in rotation so that drives fill evenly. */
export class Rotation {
  /** Random, so that the starting point differs between starts. */
  #next = randomInt(1024);

  /** Returns the next `count` items, or all if there are fewer. */
  pick<T>(from: readonly T[], count: number): readonly T[] {
    const first = this.#next++ % Math.max(1, from.length);
    return [...from.slice(first), ...from.slice(0, first)].slice(0, count);
  }
}
