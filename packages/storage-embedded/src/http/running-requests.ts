import { S3Error } from '@stowage/storage-wire/s3-error';

/** Counts the requests under way, for the limit that an administrator may have set. */
export class RunningRequests {
  readonly #most: () => number;
  #count = 0;

  /** @param most as it is set now; 0 for no limit */
  constructor(most: () => number) {
    this.#most = most;
  }

  async during(request: () => Promise<void>): Promise<void> {
    this.#count++;
    try {
      await request();
    } finally {
      this.#count--;
    }
  }

  /** @throws S3Error TooManyRequests */
  refuseTooMany(): void {
    const most = this.#most();
    if (most > 0 && this.#count > most) {
      throw new S3Error('TooManyRequests');
    }
  }
}
