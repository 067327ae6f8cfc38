/**
 * One background job at a time: `kick` starts it, or has it run once more when it
 * is under way. After `close` it does not start again.
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

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Lets the work under way end; `closed` tells it to be quick. */
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
