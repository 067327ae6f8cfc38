/** The queue is full. */
export class TooManyWaitingError extends Error {
  constructor() {
    super('Too much of this kind is waiting.');
    this.name = 'TooManyWaitingError';
  }
}

/** Maximum number of waiting pieces of work. */
export interface WaitingLimits {
  readonly ofOne: number;
  readonly ofAll: number;
}

type Work = () => Promise<void>;

/** Serialises work. Owners take turns, so that none has to wait for all the work of another. */
export class FairTurns {
  readonly #limits: WaitingLimits;
  /** In the order of turns; contains only owners with waiting work. */
  readonly #waiting = new Map<string, Work[]>();
  #count = 0;
  #running = false;

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  /**
   * Runs work when its owner's turn comes.
   *
   * @param begun whether the work continues something that already had a turn: it may wait
   *    regardless of the limits
   * @throws TooManyWaitingError
   */
  take<Result>(owner: string, work: () => Promise<Result>, begun = false): Promise<Result> {
    const own = this.#waiting.get(owner) ?? [];
    const full = own.length >= this.#limits.ofOne || this.#count >= this.#limits.ofAll;
    if (full && !begun) {
      return Promise.reject(new TooManyWaitingError());
    }
    return new Promise((resolve, reject) => {
      own.push(() => work().then(resolve, reject));
      this.#waiting.set(owner, own);
      this.#count += 1;
      if (!this.#running) {
        void this.#run();
      }
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      await next();
    }
    this.#running = false;
  }

  #next(): Work | undefined {
    for (const [owner, works] of this.#waiting) {
      this.#waiting.delete(owner);
      const [first, ...others] = works;
      if (others.length > 0) {
        this.#waiting.set(owner, others);
      }
      this.#count -= 1;
      return first;
    }
    return undefined;
  }
}
