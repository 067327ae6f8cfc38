/**
 * The contents that are between the choice of the drives they stay on and the commit of their
 * record: no record names their files yet, and they are not left behind by anything.
 */
export class Landings {
  readonly #running = new Set<Promise<unknown>>();
  readonly #ids = new Set<string>();

  /** Does the work for some of them. */
  async run<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const id of ids) {
      this.#ids.add(id);
    }
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      for (const id of ids) {
        this.#ids.delete(id);
      }
    }
  }

  /** Whether the content is one of them. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Resolves when those that are there now have ended, in whatever way. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
