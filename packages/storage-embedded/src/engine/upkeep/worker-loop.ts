/**
 * Runs one background job at a time: `kick` starts it, or makes it run once more if it is already
 * running. It does not start again after `close`.
 */
export class WorkerLoop {
  readonly #work: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  get closed(): boolean {
    return this.#closed;
  }

  kick(): void {
    this.#again = true;
    if (!this.#closed) {
      this.#running ??= this.#run();
    }
  }

  /** Resolves when no work is in progress. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Waits for the work in progress; `closed` tells it to hurry. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        await this.#work();
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#running = undefined;
  }
}
