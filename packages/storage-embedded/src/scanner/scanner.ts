import { setTimeout as pause } from 'node:timers/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DeleteObject, Engine, StoredBucket, StoredUpload } from '../engine/types.ts';
import { LIFECYCLE_SETTING, lifecycleRules } from '../s3/lifecycle/bucket-lifecycle.ts';
import { uploadDue } from '../s3/lifecycle/evaluate.ts';
import type { Log } from '../store.ts';
import { Removals } from './removals.ts';
import { versionPages } from './version-pages.ts';

const UPLOADS_PAGE = 100;
/** What a removal may meet because somebody else was faster. */
const OVERTAKEN = new Set<string>(['PreconditionFailed', 'ObjectLocked', 'NoSuchUpload']);

export interface ScannerOptions {
  /** Milliseconds between two cycles. */
  readonly interval: number;
  /** Share of the serving thread's time that a cycle may take now. */
  readonly share: () => number;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Walks through the buckets from time to time and carries out their lifecycles, in small
 * steps between which requests are served. It keeps no state: a cycle that was cut short
 * begins anew.
 */
export class Scanner {
  readonly #engine: Engine;
  readonly #options: ScannerOptions;
  readonly #now: () => number;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #lastCycleAt: number | undefined;

  constructor(engine: Engine, options: ScannerOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** End of the last whole cycle in milliseconds since the epoch. */
  get lastCycleAt(): number | undefined {
    return this.#lastCycleAt;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.cycle().then(() => {
        if (!this.#stop.signal.aborted) {
          this.start();
        }
      });
    }, this.#options.interval).unref();
  }

  /** Runs one cycle, after the one that may be under way. */
  cycle(): Promise<void> {
    this.#running = this.#running.then(() => this.#cycle());
    return this.#running;
  }

  /** Ends the cycle under way at its next step. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#running;
  }

  async #cycle(): Promise<void> {
    for (const bucket of this.#engine.listBuckets()) {
      if (this.#stop.signal.aborted) {
        return;
      }
      if (bucket.settings[LIFECYCLE_SETTING] !== undefined) {
        await this.#carryOut(bucket);
      }
    }
    this.#lastCycleAt = this.#now();
  }

  async #carryOut(bucket: StoredBucket): Promise<void> {
    try {
      const removed = (await this.#expire(bucket)) + (await this.#abortUploads(bucket));
      if (removed > 0) {
        const fields = { bucket: bucket.name, removed };
        this.#options.log('info', 'The lifecycle of a bucket was carried out.', fields);
      }
    } catch (error) {
      if (
        this.#stop.signal.aborted ||
        (error instanceof S3Error && error.code === 'NoSuchBucket')
      ) {
        return;
      }
      const fields = { bucket: bucket.name, error };
      this.#options.log('error', 'The lifecycle of a bucket could not be carried out.', fields);
    }
  }

  async #expire(bucket: StoredBucket): Promise<number> {
    const removals = new Removals(bucket, this.#now());
    let removed = 0;
    let begun = performance.now();
    for (const page of versionPages(this.#engine, bucket.name)) {
      const targets = page
        .map((seen) => removals.decide(seen))
        .filter((target) => target !== undefined);
      await this.#rest(performance.now() - begun);
      removed += await this.#remove(targets);
      begun = performance.now();
    }
    return removed;
  }

  async #remove(targets: readonly DeleteObject[]): Promise<number> {
    const outcomes = targets.length === 0 ? [] : await this.#engine.deleteObjects(targets);
    const failures = outcomes.filter((outcome) => outcome instanceof Error);
    for (const error of failures) {
      throwUnlessOvertaken(error);
    }
    return outcomes.length - failures.length;
  }

  async #abortUploads(bucket: StoredBucket): Promise<number> {
    const rules = lifecycleRules(bucket);
    let last: StoredUpload | undefined;
    let aborted = 0;
    if (rules.every(({ abortUploadDays }) => abortUploadDays === undefined)) {
      return aborted;
    }
    for (;;) {
      const uploads = this.#engine.listUploads(bucket.name, {
        prefix: '',
        afterKey: last?.key ?? '',
        afterUpload: last?.uploadId ?? '',
        limit: UPLOADS_PAGE,
      });
      const due = uploads.filter((upload) => uploadDue(rules, upload, this.#now()));
      const aborts = due.map((upload) => this.#engine.abortUpload(upload));
      for (const outcome of await Promise.allSettled(aborts)) {
        if (outcome.status === 'fulfilled') {
          aborted += 1;
        } else {
          throwUnlessOvertaken(outcome.reason);
        }
      }
      last = uploads.at(-1);
      if (last === undefined || uploads.length < UPLOADS_PAGE) {
        return aborted;
      }
      await this.#rest(1);
    }
  }

  /** @param worked milliseconds for which requests had to wait */
  async #rest(worked: number): Promise<void> {
    const { signal } = this.#stop;
    await pause(worked / this.#options.share(), undefined, { signal, ref: false });
  }
}

function throwUnlessOvertaken(error: unknown): void {
  if (!(error instanceof S3Error) || !OVERTAKEN.has(error.code)) {
    throw error;
  }
}
