import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Exchange } from './exchange.ts';

/** Tracks running requests, to enforce a limit configured by an administrator and for shutdown. */
export class RunningRequests {
  readonly #most: () => number;
  readonly #exchanges = new Set<Exchange>();
  #onIdle: (() => void)[] = [];

  /** @param most the current limit; 0 for none */
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

  /** Returns the number of running requests by name of their S3 operation. */
  calls(): ReadonlyMap<string, number> {
    const calls = new Map<string, number>();
    for (const { operation } of this.#exchanges) {
      if (operation !== undefined) {
        calls.set(operation, (calls.get(operation) ?? 0) + 1);
      }
    }
    return calls;
  }

  /** Requests whose response has not started. */
  unanswered(): readonly Exchange[] {
    return [...this.#exchanges].filter(({ response }) => !response.headersSent);
  }

  /** Resolves when no request is running, or after this many milliseconds. */
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
