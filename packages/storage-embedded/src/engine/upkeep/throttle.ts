/** How fast background work may go; asked again and again, since it may be changed on the way. */
export interface Pace {
  /** Share of the time that it may take, from above 0 to 1. */
  readonly share: number;
  readonly bytesPerSecond: number;
}

/** Time, in milliseconds. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Rests shorter than this are saved up. */
const LEAST_REST = 5;

/** Holds background work to its share of the time and to so many bytes a second. */
export class Throttle {
  readonly #pace: () => Pace;
  readonly #clock: Clock;
  /** End of the last rest. */
  #mark: number;
  #owed = 0;

  constructor(pace: () => Pace, clock: Clock) {
    this.#pace = pace;
    this.#clock = clock;
    this.#mark = clock.now();
  }

  /** To be called when work goes on after a while in which there was none. */
  begin(): void {
    this.#mark = this.#clock.now();
  }

  /** Rests as is due after so many bytes, and the time since the last rest. */
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
