import { randomInt } from 'node:crypto';

/** Takes turns among things, so that drives fill alike. */
export class Rotation {
  /** Where it begins differs from start to start. */
  #next = randomInt(1024);

  /** The next `count` of them, or all when there are fewer. */
  pick<T>(from: readonly T[], count: number): readonly T[] {
    const first = this.#next++ % Math.max(1, from.length);
    return [...from.slice(first), ...from.slice(0, first)].slice(0, count);
  }
}
