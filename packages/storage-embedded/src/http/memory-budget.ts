import { S3Error } from '@stowage/storage-wire/s3-error';

/** Limits the bytes that all requests together may hold in memory. */
export class MemoryBudget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Creates a share for one request, which must be released at the end. */
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

  /** @throws S3Error SlowDown if too little is left */
  take(bytes: number): void {
    this.#budget.take(bytes);
    this.#held += bytes;
  }

  release(): void {
    this.#budget.give(this.#held);
    this.#held = 0;
  }
}
