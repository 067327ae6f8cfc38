/**
 * Contents between the choice of their drives and the commit of their record: no record names their
 * files yet, but they are not orphans.
 */
export class Landings {
  readonly #running = new Set<Promise<unknown>>();
  readonly #ids = new Set<string>();

  /** Runs the work while these contents count as landing. */
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

  /** Whether the content is landing. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Resolves when all current landings have ended, successfully or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
