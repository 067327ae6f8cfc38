import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, StoredBucket, StoredObject } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { keptEncryption, type ObjectKeys } from '../s3/encryption/object-keys.ts';

export interface KeyRotationParts {
  readonly engine: Pick<Engine, 'listBuckets' | 'listUploads' | 'list' | 'annotate'>;
  readonly objectKeys: Pick<ObjectKeys, 'resealed'>;
  /** Components that store sealed secrets. */
  readonly secrets: readonly { reseal(): Promise<void> }[];
  /** Called when the former keys are no longer needed. */
  readonly retire: () => Promise<void>;
  readonly log: Log;
}

const RETRY_MS = 60_000;
const PAGE = 250;
/** Ratio of pauses to the work between them. */
const REST = 4;

/**
 * Reseals everything sealed with a former master key under the current one, then retires the former
 * key. Keeps no state: after a crash it starts over and skips what is already done.
 */
export class KeyRotation {
  readonly #parts: KeyRotationParts;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: KeyRotationParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log } = this.#parts;
    log('info', 'The master key is being rotated: everything is sealed with the new one.');
    while (!this.#stop.signal.aborted) {
      try {
        if (await this.#pass()) {
          await this.#parts.retire();
          log('info', 'The master key was rotated; nothing needs the former one any more.');
          return;
        }
      } catch (error) {
        log('error', 'Not everything could be sealed with the new master key; it is tried again.', {
          error,
        });
      }
      await this.#rest(RETRY_MS);
    }
  }

  /** @returns whether the former keys are no longer needed */
  async #pass(): Promise<boolean> {
    for (const secrets of this.#parts.secrets) {
      await secrets.reseal();
    }
    // Checked before the objects: if no such upload is left, none can become an object after the
    // scan has passed.
    const waits = this.#parts.engine.listBuckets().some((bucket) => this.#hasFormerUpload(bucket));
    for (const { name } of this.#parts.engine.listBuckets()) {
      await this.#resealObjects(name);
    }
    return !waits && !this.#stop.signal.aborted;
  }

  #hasFormerUpload({ name: bucket }: StoredBucket): boolean {
    const { engine, objectKeys } = this.#parts;
    let after = { afterKey: '', afterUpload: '' };
    for (;;) {
      const page = engine.listUploads(bucket, { prefix: '', ...after, limit: PAGE });
      const last = page.at(-1);
      if (last === undefined) {
        return false;
      }
      for (const { key, attributes } of page) {
        const kept = keptEncryption(attributes);
        if (kept !== undefined && objectKeys.resealed(kept, { bucket, key }) !== undefined) {
          return true;
        }
      }
      after = { afterKey: last.key, afterUpload: last.uploadId };
    }
  }

  async #resealObjects(bucket: string): Promise<void> {
    const { engine } = this.#parts;
    let from: { after: string; afterVersion?: string } = { after: '' };
    while (!this.#stop.signal.aborted && engine.listBuckets().some(({ name }) => name === bucket)) {
      const begun = performance.now();
      const query = { bucket, prefix: '', delimiter: '', limit: PAGE, versions: true, ...from };
      const { objects, next } = engine.list(query);
      await Promise.all(objects.map((object) => this.#resealObject(object)));
      if (next === undefined) {
        return;
      }
      const { key: after, versionId } = next;
      from = versionId === undefined ? { after } : { after, afterVersion: versionId };
      await this.#rest((performance.now() - begun) * REST);
    }
  }

  async #resealObject(object: StoredObject): Promise<void> {
    const { engine } = this.#parts;
    if (this.#resealed(object) !== undefined) {
      await engine.annotate(object, (current) => {
        const encryption = this.#resealed(current);
        return encryption && { encryption: { ...encryption } };
      });
    }
  }

  #resealed(object: StoredObject) {
    const kept = keptEncryption(object);
    return kept && this.#parts.objectKeys.resealed(kept, object);
  }

  async #rest(time: number): Promise<void> {
    const { signal } = this.#stop;
    await pause(time, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
