import { randomUUID } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { type Codec, type Documents, DurableMap } from '../documents/durable-map.ts';

/** A past change of the configuration. */
export interface ConfigChange {
  readonly restoreId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly text: string;
}

const MAX_CHANGES = 200;
/** Maximum number of characters of all kept changes, which can include whole configurations. */
const MAX_TEXT = 4 * 1024 * 1024;

/** The history of changes. The caller must serialise writes. */
export class ConfigHistory {
  readonly #changes: DurableMap<ConfigChange>;

  /** @param codec encrypts the changes, as settings contain secrets */
  constructor(engine: Documents, codec: Codec<ConfigChange>) {
    this.#changes = new DurableMap(engine, 'config-history', codec);
  }

  reload(): void {
    this.#changes.reload();
  }

  /** Returns the names of all documents. */
  names(): string[] {
    return [...this.#changes.entries()].map(([name]) => name);
  }

  /** Re-encrypts a change with the current key. */
  rewrite(name: string): Promise<void> {
    return this.#changes.rewrite(name);
  }

  /** Returns the latest changes, oldest first. */
  latest(count: number): readonly ConfigChange[] {
    const changes = [...this.#changes.values()];
    return changes.sort((a, b) => a.createdAt - b.createdAt).slice(-count);
  }

  /**
   * Returns a change.
   *
   * @throws S3Error XMinioConfigNotFoundError
   */
  need(restoreId: string): ConfigChange {
    const change = this.#changes.get(restoreId);
    if (change === undefined) {
      throw new S3Error('XMinioConfigNotFoundError');
    }
    return change;
  }

  /**
   * Adds a change.
   *
   * @param text the settings; ignored if blank
   */
  async remember(text: string): Promise<void> {
    if (text.trim() === '') {
      return;
    }
    const restoreId = randomUUID();
    await this.#changes.put(restoreId, { restoreId, createdAt: Date.now(), text: text.trim() });
    await this.#remove(this.#tooMuch());
  }

  /**
   * Deletes one change, or all.
   *
   * @param restoreId of a change, or 'all'
   * @throws S3Error XMinioConfigNotFoundError
   */
  async forget(restoreId: string): Promise<void> {
    await this.#remove(restoreId === 'all' ? this.names() : [this.need(restoreId).restoreId]);
  }

  #remove(names: readonly string[]): Promise<void> {
    return this.#changes.change(new Map(names.map((name) => [name, undefined])));
  }

  /** Returns the names of the oldest changes, which exceed the limits; never the latest one. */
  #tooMuch(): string[] {
    let left = MAX_TEXT;
    return [...this.latest(Number.POSITIVE_INFINITY)]
      .reverse()
      .filter(({ text }, place) => {
        left -= text.length;
        return place >= MAX_CHANGES || (place > 0 && left < 0);
      })
      .map(({ restoreId }) => restoreId);
  }
}
