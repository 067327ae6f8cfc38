import { S3Error } from '@stowage/storage-wire/s3-error';

/** Bytes that all requests together may hold. */
export class MemoryBudget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** For one request, which gives everything back in the end. */
  share(): MemoryShare {
    return new MemoryShare(this);
  }

  /** @throws S3Error SlowDown */
  take(bytes: number): void {
    if (this.#held + bytes > this.#most) {
      throw new S3Error('SlowDown');
    }
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

/** What one request holds of the budget. */
export class MemoryShare {
  readonly #budget: MemoryBudget;
  #held = 0;

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** @throws S3Error SlowDown when there is too little left for it */
  take(bytes: number): void {
    this.#budget.take(bytes);
    this.#held += bytes;
  }

  release(): void {
    this.#budget.give(this.#held);
    this.#held = 0;
  }
}
