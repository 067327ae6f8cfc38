/** A small seeded generator (mulberry32), so that a failing case can be reproduced. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) {
      throw new RangeError('nothing to pick from');
    }
    return item;
  }

  bytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.below(256)));
  }

  /** Returns a random text of these characters. */
  text(size: number, alphabet: readonly string[]): string {
    return Array.from({ length: size }, () => this.pick(alphabet)).join('');
  }

  /** Returns the text with one position changed, duplicated, removed or inserted. */
  damage(text: string, alphabet: readonly string[]): string {
    const at = this.below(text.length + 1);
    const end = Math.min(text.length, at + this.below(4));
    switch (this.below(4)) {
      case 0:
        return text.slice(0, at) + this.pick(alphabet) + text.slice(at + 1);
      case 1:
        return text.slice(0, at) + text.slice(end);
      case 2:
        return text.slice(0, end) + text.slice(at);
      default:
        return text.slice(0, at) + this.pick(alphabet) + text.slice(at);
    }
  }
}
