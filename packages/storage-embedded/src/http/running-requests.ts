import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Exchange } from './exchange.ts';

/** The requests under way: counted for the limit that an administrator may have set, and to end. */
export class RunningRequests {
  readonly #most: () => number;
  readonly #exchanges = new Set<Exchange>();
  #onIdle: (() => void)[] = [];

  /** @param most as it is set now; 0 for no limit */
  constructor(most: () => number) {
    this.#most = most;
  }

  get count(): number {
    return this.#exchanges.size;
  }

  begin(exchange: Exchange): void {
    this.#exchanges.add(exchange);
  }

  end(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
    if (this.#exchanges.size === 0) {
      for (const tell of this.#onIdle.splice(0)) {
        tell();
      }
    }
  }

  /** @throws S3Error TooManyRequests */
  refuseTooMany(): void {
    const most = this.#most();
    if (most > 0 && this.#exchanges.size > most) {
      throw new S3Error('TooManyRequests');
    }
  }

  /** How many of each call of S3 are under way, by its name there. */
  calls(): ReadonlyMap<string, number> {
    const calls = new Map<string, number>();
    for (const { operation } of this.#exchanges) {
      if (operation !== undefined) {
        calls.set(operation, (calls.get(operation) ?? 0) + 1);
      }
    }
    return calls;
  }

  /** Those whose answer has not begun. */
  unanswered(): readonly Exchange[] {
    return [...this.#exchanges].filter(({ response }) => !response.headersSent);
  }

  /** Resolves when none is under way, or after some milliseconds. */
  idle(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      const tell = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#exchanges.size === 0) {
        tell();
      } else {
        this.#onIdle.push(tell);
      }
    });
  }
}
