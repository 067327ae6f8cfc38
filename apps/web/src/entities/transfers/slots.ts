/** Limits the number of concurrent upload requests across all files. */
export class Slots {
  #size = 1;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  get size(): number {
    return this.#size;
  }

  resize(size: number): void {
    this.#size = Math.max(1, size);
    this.#admit();
  }

  /** Waits for a slot and runs the work in it. */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken < this.#size) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      this.#admit();
    }
  }

  #admit(): void {
    while (this.#taken < this.#size) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#taken += 1;
      next();
    }
  }
}
