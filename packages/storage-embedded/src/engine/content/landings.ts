/** The contents that are between the choice of the drives they stay on and the commit of their record. */
export class Landings {
  readonly #running = new Set<Promise<unknown>>();

  /** Does the work for one of them. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when those that are there now have ended, in whatever way. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
