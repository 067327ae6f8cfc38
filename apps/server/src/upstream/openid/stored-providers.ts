import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ConsoleError } from '../../console-error.ts';
import type { IdentityProvider, ProvidersOfStorage } from './known-providers.ts';

export interface StoredProvidersOptions {
  /** Reads the enabled providers. */
  readonly read: (signal: AbortSignal) => Promise<readonly IdentityProvider[]>;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** A read that takes longer has failed. */
const READ_MS = 10_000;
/** How long the login page waits for a read at most. */
const MOMENT_MS = 500;
/** After a failed read, visits to the login page start no other for this time. */
const RETRY_MS = 5_000;

/**
 * The providers of the storage server's own configuration. They are read when it has changed and
 * never just because a page is opened: the response is encrypted with a key that is slow to derive.
 */
export class StoredProviders implements ProvidersOfStorage {
  readonly #options: StoredProvidersOptions;
  #known: readonly IdentityProvider[] | undefined;
  /** The number of changes, and the change reflected in `#known`. */
  #changes = 0;
  #seen = 0;
  #reading: Promise<void> | undefined;
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(options: StoredProvidersOptions) {
    this.#options = options;
  }

  /** To be called when the configuration has changed, or can be read for the first time. */
  changed(): void {
    this.#changes += 1;
    this.#retryAt = Number.NEGATIVE_INFINITY;
    void this.#refresh();
  }

  async soon(): Promise<readonly IdentityProvider[]> {
    const reading = this.#refresh();
    if (reading) await Promise.race([reading, setTimeout(MOMENT_MS, undefined, { ref: false })]);
    return this.#known ?? [];
  }

  async current(): Promise<readonly IdentityProvider[]> {
    await this.#refresh();
    if (this.#known === undefined) throw new ConsoleError('StorageUnreachable');
    return this.#known;
  }

  /** The read in progress, or a new one; undefined if there is nothing to read. */
  #refresh(): Promise<void> | undefined {
    const isBehind = this.#seen !== this.#changes && this.#options.now() >= this.#retryAt;
    if (this.#reading === undefined && isBehind) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
    }
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { read, now, onFailure } = this.#options;
    try {
      while (this.#seen !== this.#changes) {
        const change = this.#changes;
        const found = await read(AbortSignal.timeout(READ_MS));
        this.#known = keepingSame(found, this.#known ?? []);
        this.#seen = change;
      }
    } catch (error) {
      this.#retryAt = now() + RETRY_MS;
      onFailure(error);
    }
  }
}

/** An unchanged provider stays the same object, which preserves what is cached for it. */
function keepingSame(found: readonly IdentityProvider[], before: readonly IdentityProvider[]) {
  return found.map((one) => before.find((other) => isDeepStrictEqual(one, other)) ?? one);
}
