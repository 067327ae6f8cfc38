import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Engine, StoredObject } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { dueAfter } from '../s3/lifecycle/evaluate.ts';
import type { TellOfTier } from './tier-events.ts';
import type { TierPool } from './tier-pool.ts';

const KIND = 'tier-restore';
const PAGE = 100;
const AT_ONCE = 4;

/** A version with a requested or restored copy, until the copy expires. */
interface Restore {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
}

/**
 * Restores copies of objects from tiers and drops them when they expire. Until then each is a
 * document of a queue, so that none is forgotten.
 */
export class Restores {
  readonly #engine: Engine;
  readonly #pool: TierPool;
  readonly #log: Log;
  readonly #tell: TellOfTier;
  readonly #now: () => number;
  /** Documents whose versions are not yet marked as requested. */
  readonly #asking = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    engine: Engine,
    parts: { pool: TierPool; log: Log; tell: TellOfTier; now?: () => number },
  ) {
    this.#engine = engine;
    this.#pool = parts.pool;
    this.#log = parts.log;
    this.#tell = parts.tell;
    this.#now = parts.now ?? Date.now;
  }

  /**
   * Requests a copy for a number of days, or extends an existing one to that many days from now.
   *
   * @returns whether there was a copy
   * @throws S3Error InvalidObjectState, RestoreAlreadyInProgress
   */
  async ask(object: StoredObject, days: number): Promise<boolean> {
    const { bucket, key, versionId } = object;
    let isHere = false;
    const restore: Restore = { bucket, key, versionId };
    needRestorable(object);
    const value = JSON.stringify(restore);
    this.#asking.add(value);
    try {
      await this.#engine.queueDocument(KIND, value);
      await this.#engine.annotate(object, (current) => {
        const tiering = needRestorable(current);
        isHere = tiering.restoredUntil !== undefined;
        return {
          tiering: isHere
            ? { ...tiering, restoredUntil: dueAfter(this.#now(), days) }
            : { ...tiering, restoring: days },
        };
      });
    } finally {
      this.#asking.delete(value);
    }
    void this.pass();
    return isHere;
  }

  /** Processes all requested and existing copies once. */
  pass(): Promise<void> {
    this.#running = this.#running.then(() => this.#pass());
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #pass(): Promise<void> {
    let after = '';
    while (!this.#closed) {
      const page = this.#engine.pageDocuments(KIND, after, PAGE);
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const some = page.slice(at, at + AT_ONCE);
        await Promise.all(
          some
            .filter(({ value }) => !this.#asking.has(value))
            .map(({ name, value }) => this.#carryOn(name, JSON.parse(value))),
        );
      }
      after = page.at(-1)?.name ?? '';
      if (page.length < PAGE) {
        return;
      }
    }
  }

  async #carryOn(name: string, restore: Restore): Promise<void> {
    try {
      if (!this.#closed && (await this.#step(restore))) {
        await this.#engine.putDocument(KIND, name, null);
      }
    } catch (error) {
      if (!this.#closed) {
        const { bucket, key } = restore;
        const fields = { bucket, key, error };
        this.#log(
          'error',
          'A content could not be restored from its tier; it is tried again.',
          fields,
        );
      }
    }
  }

  /** Returns whether nothing is left to do. */
  async #step({ bucket, key, versionId }: Restore): Promise<boolean> {
    const store = this.#engine;
    const object =
      store.getBucket(bucket) === undefined ? undefined : store.getObject(bucket, key, versionId);
    const { tiering } = object ?? {};
    if (object === undefined || tiering === undefined) {
      return true;
    }
    const { restoring, restoredUntil, tier } = tiering;
    if (restoring !== undefined && !this.#pool.isResting(tier)) {
      const until = dueAfter(this.#now(), restoring);
      if (await store.keepCopy(object, this.#pool.read(tiering, undefined), until)) {
        this.#tell('ObjectRestore:Completed', object);
      }
      return false;
    }
    if (restoredUntil !== undefined && restoredUntil <= this.#now()) {
      await store.dropCopy(object, this.#now());
      return true;
    }
    return restoring === undefined && restoredUntil === undefined;
  }
}

function needRestorable({ tiering }: StoredObject): NonNullable<StoredObject['tiering']> {
  if (tiering === undefined) {
    throw new S3Error('InvalidObjectState', 'The object is not in a tier.');
  }
  if (tiering.restoring !== undefined) {
    throw new S3Error('RestoreAlreadyInProgress');
  }
  return tiering;
}
