import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { type ObjectTiering, TIER_SWEEP_KIND, type TierSweep } from '../engine/tiering.ts';
import type { Engine, StoredObject } from '../engine/types.ts';
import type { Log } from '../log.ts';
import type { Sweeper } from './sweeper.ts';
import type { TellOfTier } from './tier-events.ts';
import type { TierPool } from './tier-pool.ts';

/** Number of concurrent moves. */
const AT_ONCE = 4;
/** Maximum queue length; the next scanner cycle finds the rest again. */
const MAX_WAITING = 10_000;

interface Wanted {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
  readonly tier: string;
}

/**
 * Moves contents to tiers. The queue is in memory only, as the scanner finds its entries again.
 * docs/adr/0056-tiering.md describes the order in which steps become durable.
 */
export class Transitions {
  readonly #engine: Engine;
  readonly #pool: TierPool;
  readonly #sweeper: Sweeper;
  readonly #prefix: string;
  readonly #log: Log;
  readonly #tell: TellOfTier;
  readonly #waiting = new Map<string, Wanted>();
  readonly #running = new Map<string, Promise<void>>();
  #closed = false;

  /** @param prefix of all keys, unique to this deployment */
  constructor(
    engine: Engine,
    parts: { pool: TierPool; sweeper: Sweeper; prefix: string; log: Log; tell: TellOfTier },
  ) {
    this.#engine = engine;
    this.#pool = parts.pool;
    this.#sweeper = parts.sweeper;
    this.#prefix = parts.prefix;
    this.#log = parts.log;
    this.#tell = parts.tell;
  }

  /** Queues a version to be moved. */
  add({ bucket, key, versionId }: StoredObject, tier: string): void {
    const name = JSON.stringify([bucket, key, versionId]);
    const isFull = this.#waiting.size >= MAX_WAITING;
    if (!this.#closed && !isFull && !this.#running.has(name) && !this.#pool.isResting(tier)) {
      this.#waiting.set(name, { bucket, key, versionId, tier });
      this.#fill();
    }
  }

  /** Resolves when nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running.values());
    }
  }

  /** Closes after the running moves. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.clear();
    await this.idle();
  }

  #fill(): void {
    for (const [name, wanted] of this.#waiting) {
      if (this.#running.size >= AT_ONCE) {
        return;
      }
      this.#waiting.delete(name);
      const move = this.#tryMove(wanted).finally(() => {
        this.#running.delete(name);
        this.#fill();
      });
      this.#running.set(name, move);
    }
  }

  async #tryMove(wanted: Wanted): Promise<void> {
    const { tier } = wanted;
    if (this.#closed || this.#pool.isResting(tier)) {
      return;
    }
    try {
      await this.#move(wanted);
    } catch (error) {
      if (error instanceof S3Error && error.code === 'NoSuchBucket') {
        return;
      }
      this.#pool.note(tier, error);
      if (!this.#closed) {
        const { bucket, key } = wanted;
        const fields = { tier, bucket, key, error };
        this.#log('error', 'An object could not be moved to its tier; it stays here.', fields);
        this.#tellOfFailure(wanted);
      }
    }
  }

  #tellOfFailure({ bucket, key, versionId }: Wanted): void {
    const isThere = this.#engine.getBucket(bucket) !== undefined;
    const object = isThere ? this.#engine.getObject(bucket, key, versionId) : undefined;
    if (object !== undefined) {
      this.#tell('ObjectTransition:Failed', object);
    }
  }

  async #move({ bucket, key, versionId, tier }: Wanted): Promise<void> {
    const object = this.#engine.getObject(bucket, key, versionId);
    const server = this.#pool.to(tier);
    if (server === undefined || object === undefined || !canMove(object)) {
      return;
    }
    const id = randomUUID();
    const place = { tier, key: `${this.#prefix}/${id.slice(0, 2)}/${id}` };
    const small = await this.#engine.readSmall(object);
    const length = small?.length ?? this.#engine.storedLength(object);
    const intent: TierSweep = { ...place, intent: true };
    const release = this.#sweeper.hold(place.key);
    try {
      const name = await this.#engine.queueDocument(TIER_SWEEP_KIND, JSON.stringify(intent));
      const version = await server.put(place.key, length, (range) => {
        if (small === undefined) {
          return this.#engine.readObject(object, range);
        }
        const bytes = range ? small.subarray(range.start, range.end + 1) : small;
        return Readable.from([bytes], { objectMode: false });
      });
      this.#pool.note(tier);
      const tiering: ObjectTiering = {
        ...place,
        ...(version === undefined ? {} : { version }),
        length,
      };
      if (await this.#engine.moveToTier(object, tiering, name)) {
        this.#tell('ObjectTransition:Complete', object);
      }
    } finally {
      // If the upload was in vain, the recorded intent has it removed.
      release();
    }
  }
}

function canMove({ isDeleteMarker, size, tiering }: StoredObject): boolean {
  return !isDeleteMarker && size > 0 && tiering === undefined;
}
