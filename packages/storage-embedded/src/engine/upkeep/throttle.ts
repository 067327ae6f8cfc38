/** Pace of background work; queried repeatedly, since it may change while the work runs. */
export interface Pace {
  /** Share of the time it may take, greater than 0 and at most 1. */
  readonly share: number;
  readonly bytesPerSecond: number;
}

/** Time in milliseconds. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Shorter pauses are accumulated. */
const LEAST_REST = 5;

/** Limits background work to its share of the time and to a number of bytes per second. */
export class Throttle {
  readonly #pace: () => Pace;
  readonly #clock: Clock;
  /** End of the last pause. */
  #mark: number;
  #owed = 0;

  constructor(pace: () => Pace, clock: Clock) {
    this.#pace = pace;
    this.#clock = clock;
    this.#mark = clock.now();
  }

  /** Must be called when work resumes after an idle period. */
  begin(): void {
    this.#mark = this.#clock.now();
  }

  /** Pauses as long as required by the bytes processed and the time since the last pause. */
  async spent(bytes: number): Promise<void> {
    const { now, sleep } = this.#clock;
    const { share, bytesPerSecond } = this.#pace();
    const took = now() - this.#mark;
    const forShare = took * (1 / share - 1);
    const forBytes = (bytes / bytesPerSecond) * 1000 - took;
    this.#owed += Math.max(forShare, forBytes, 0);
    if (this.#owed >= LEAST_REST) {
      const rest = this.#owed;
      this.#owed = 0;
      await sleep(rest);
    }
    this.#mark = now();
  }
}
