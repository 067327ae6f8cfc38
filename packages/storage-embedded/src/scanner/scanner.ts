import { setTimeout as pause } from 'node:timers/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DeleteObject, Engine, StoredBucket, StoredUpload } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { LIFECYCLE_SETTING, lifecycleRules } from '../s3/lifecycle/bucket-lifecycle.ts';
import { uploadDue } from '../s3/lifecycle/evaluate.ts';
import { TRACE } from '../tracing/trace-types.ts';
import type { Tell, Work } from '../tracing/tracer.ts';
import { type Move, Removals } from './removals.ts';
import { VersionCounts } from './version-counts.ts';
import { versionPages } from './version-pages.ts';

const UPLOADS_PAGE = 100;
const LOOK_MS = 5000;
/** Errors of a removal caused by a concurrent change. */
const OVERTAKEN = new Set<string>(['PreconditionFailed', 'ObjectLocked', 'NoSuchUpload']);

export interface ScannerOptions {
  /** Milliseconds between two cycles. */
  readonly interval: () => number;
  /** Current maximum share of the serving thread's time for a cycle. */
  readonly share: () => number;
  /** The longest pause between two steps, in milliseconds. */
  readonly maxWait?: () => number;
  readonly log: Log;
  readonly tell?: Tell;
  /** Called for versions to move to a tier, repeatedly until they are there. */
  readonly move?: Move;
  /** Called at the end of a cycle. */
  readonly onCycle?: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** What a scanner has processed. */
export interface ScannerCounts {
  readonly started: number;
  readonly finished: number;
  readonly objects: number;
  readonly versions: number;
}

/**
 * Scans the buckets at intervals and applies their lifecycles, in small steps between which
 * requests are served. It keeps no state: an interrupted cycle starts again.
 */
export class Scanner {
  readonly #engine: Engine;
  readonly #options: ScannerOptions;
  readonly #now: () => number;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #counts = { started: 0, finished: 0, objects: 0, versions: 0 };
  #versions: ReadonlyMap<string, readonly number[]> = new Map();
  #lastCycleAt: number | undefined;

  constructor(engine: Engine, options: ScannerOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** End of the last complete cycle in milliseconds since the epoch. */
  get lastCycleAt(): number | undefined {
    return this.#lastCycleAt;
  }

  /** Counts since the start: scans of a bucket, objects and versions. */
  get counts(): ScannerCounts {
    return this.#counts;
  }

  /** Number of objects of a versioned bucket by version class, in the last cycle. */
  versionsOf(bucket: string): readonly number[] | undefined {
    return this.#versions.get(bucket);
  }

  start(): void {
    this.#wait(performance.now());
  }

  /** Checks the interval repeatedly, as it can change and exceed the limit of a timer. */
  #wait(since: number): void {
    const left = since + this.#options.interval() - performance.now();
    this.#timer = setTimeout(
      () => {
        if (left > LOOK_MS) {
          this.#wait(since);
          return;
        }
        void this.cycle().then(() => {
          if (!this.#stop.signal.aborted) {
            this.start();
          }
        });
      },
      Math.min(Math.max(left, 0), LOOK_MS),
    ).unref();
  }

  /** Runs one cycle, after any that is in progress. */
  cycle(): Promise<void> {
    this.#running = this.#running.then(() => this.#cycle());
    return this.#running;
  }

  /** Stops the current cycle at its next step. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#running;
  }

  async #cycle(): Promise<void> {
    const begun = performance.now();
    const versions = new Map<string, readonly number[]>();
    for (const bucket of this.#engine.listBuckets()) {
      if (this.#stop.signal.aborted) {
        return;
      }
      if (bucket.settings[LIFECYCLE_SETTING] !== undefined || bucket.versioning !== 'off') {
        const from = performance.now();
        const seen = await this.#carryOut(bucket);
        this.#tell({ name: 'scanner.ScanBucket', path: bucket.name, begun: from });
        if (seen !== undefined) {
          versions.set(bucket.name, seen);
        }
      }
    }
    await this.#options.onCycle?.();
    this.#versions = versions;
    this.#lastCycleAt = this.#now();
    this.#tell({ name: 'scanner.ScanCycle', path: '', begun });
  }

  #tell(work: Work): void {
    this.#options.tell?.(TRACE.scanner, () => work);
  }

  /** Returns the number of objects by version class; undefined if the scan was interrupted. */
  async #carryOut(bucket: StoredBucket): Promise<readonly number[] | undefined> {
    this.#counts.started += 1;
    const seen = new VersionCounts();
    try {
      const removed = (await this.#expire(bucket, seen)) + (await this.#abortUploads(bucket));
      this.#counts.finished += 1;
      if (removed > 0) {
        const fields = { bucket: bucket.name, removed };
        this.#options.log('info', 'The lifecycle of a bucket was carried out.', fields);
      }
      return seen.byClass();
    } catch (error) {
      if (
        this.#stop.signal.aborted ||
        (error instanceof S3Error && error.code === 'NoSuchBucket')
      ) {
        return undefined;
      }
      const fields = { bucket: bucket.name, error };
      this.#options.log('error', 'The lifecycle of a bucket could not be carried out.', fields);
      return undefined;
    }
  }

  async #expire(bucket: StoredBucket, seen: VersionCounts): Promise<number> {
    const removals = new Removals(bucket, this.#now(), this.#options.move ?? (() => undefined));
    let removed = 0;
    let begun = performance.now();
    for (const page of versionPages(this.#engine, bucket.name)) {
      this.#counts.versions += page.length;
      this.#counts.objects += seen.add(page);
      const targets = page
        .map((version) => removals.decide(version))
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

  /** @param worked milliseconds for which requests were blocked */
  async #rest(worked: number): Promise<void> {
    const { signal } = this.#stop;
    const { share, maxWait } = this.#options;
    const rest = Math.min(worked / share(), maxWait?.() ?? Number.POSITIVE_INFINITY);
    await pause(rest, undefined, { signal, ref: false });
  }
}

function throwUnlessOvertaken(error: unknown): void {
  if (!(error instanceof S3Error) || !OVERTAKEN.has(error.code)) {
    throw error;
  }
}
