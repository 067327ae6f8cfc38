import { S3Error } from '@stowage/storage-wire/s3-error';
import { applyRecord } from '../index/apply.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { AppliedRecord, FoundVersions, Freed } from '../index/supersede.ts';
import type { ActiveSegment, LogWriter } from './log-writer.ts';
import { draftBound, encodeRecord, RECORD_TYPE } from './record.ts';

/** A record that a mutation wants written. */
export interface PlannedRecord {
  readonly type: number;
  readonly sequence: number;
  /** Header; what is applied to the index after the commit. */
  readonly entry: unknown;
  readonly data?: Uint8Array;
  readonly found?: FoundVersions;
}

export interface Plan<T> {
  /** Written together or not at all. None: there is nothing to change. */
  readonly records: readonly PlannedRecord[];
  readonly result: T;
}

/**
 * A change of the store. `plan` runs just before its batch is written, when
 * nothing else can come between its checks and the commit; it throws the S3Error
 * that refuses the change. Mutations that exclude each other's names are never
 * in one batch.
 */
export interface Mutation<T> {
  readonly excludes: readonly string[];
  readonly shares: readonly string[];
  /** Bytes of data, for the bounds of queue and batch. */
  readonly size: number;
  plan(nextSequence: () => number): Plan<T>;
}

interface Waiting {
  readonly mutation: Mutation<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Accepted {
  readonly waiting: Waiting;
  readonly plan: Plan<unknown>;
}

interface Encoded {
  readonly planned: PlannedRecord;
  /** From the start of the batch. */
  readonly offset: number;
  readonly length: number;
}

const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const MAX_BATCH_COUNT = 1024;

function isOfBucket(type: number): boolean {
  return type === RECORD_TYPE.bucket || type === RECORD_TYPE.bucketDelete;
}

/** The names a batch has taken. */
class Names {
  readonly #excluded = new Set<string>();
  readonly #shared = new Set<string>();

  /** Whether the mutation fits beside the others; its names are taken in any case, to keep the order. */
  take(mutation: Mutation<unknown>): boolean {
    let free = true;
    for (const name of mutation.excludes) {
      free = free && !this.#excluded.has(name) && !this.#shared.has(name);
    }
    for (const name of mutation.shares) {
      free = free && !this.#excluded.has(name);
    }
    for (const name of mutation.excludes) {
      this.#excluded.add(name);
    }
    for (const name of mutation.shares) {
      this.#shared.add(name);
    }
    return free;
  }
}

/** Commits mutations in groups: while one batch is written and synced, the next one gathers. */
export class Committer {
  readonly #index: IndexDb;
  readonly #log: LogWriter;
  readonly #onFreed: (freed: Freed) => void;
  readonly #onBuckets: () => void;
  #sequence: number;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  #arena = Buffer.allocUnsafeSlow(1024 * 1024);

  constructor(
    index: IndexDb,
    log: LogWriter,
    options: {
      sequence: number;
      /** Buckets were changed by the batch just applied. */
      onBuckets: () => void;
      /** Files are to be removed. */
      onFreed: (freed: Freed) => void;
    },
  ) {
    this.#index = index;
    this.#log = log;
    this.#sequence = options.sequence;
    this.#onFreed = options.onFreed;
    this.#onBuckets = options.onBuckets;
  }

  /** Resolves with the plan's result once it is durable and seen by reads. */
  submit<T>(mutation: Mutation<T>): Promise<T> {
    if (this.#closed) {
      return Promise.reject(new S3Error('ServiceUnavailable', 'The store is closing.'));
    }
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        mutation,
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      this.#queue.push(waiting);
      this.#running ??= this.#run();
    });
  }

  /** Waits for what was submitted and refuses the rest. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#log.seal();
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      await this.#commitBatch();
    }
    this.#running = undefined;
  }

  #nextSequence = (): number => ++this.#sequence;

  async #commitBatch(): Promise<void> {
    const batch = this.#planBatch();
    if (batch.length === 0) {
      return;
    }
    try {
      const { encoded, size } = this.#encode(batch);
      const active = await this.#log.ready(this.#nextSequence);
      const base = active.length;
      await this.#log.append(active, this.#arena.subarray(0, size));
      await this.#apply(active, { encoded, base });
    } catch (error) {
      for (const { waiting } of batch) {
        waiting.reject(error);
      }
      return;
    }
    for (const { waiting, plan } of batch) {
      waiting.resolve(plan.result);
    }
  }

  /** Takes from the queue what fits into one batch. Refusals and empty plans are answered at once. */
  #planBatch(): readonly Accepted[] {
    const batch: Accepted[] = [];
    const left: Waiting[] = [];
    const names = new Names();
    let size = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      const full = size >= MAX_BATCH_BYTES || batch.length >= MAX_BATCH_COUNT;
      if (full) {
        break;
      }
      taken++;
      if (!names.take(waiting.mutation)) {
        left.push(waiting);
        continue;
      }
      const plan = this.#plan(waiting);
      if (plan) {
        batch.push({ waiting, plan });
        size += waiting.mutation.size;
      }
    }
    this.#queue = left.concat(this.#queue.slice(taken));
    return batch;
  }

  #plan(waiting: Waiting): Plan<unknown> | undefined {
    try {
      const plan = waiting.mutation.plan(this.#nextSequence);
      if (plan.records.length > 0) {
        return plan;
      }
      waiting.resolve(plan.result);
    } catch (error) {
      waiting.reject(error);
    }
    return undefined;
  }

  #encode(batch: readonly Accepted[]): { encoded: readonly Encoded[]; size: number } {
    const encoded: Encoded[] = [];
    let size = 0;
    for (const { plan } of batch) {
      const last = plan.records.at(-1);
      for (const planned of plan.records) {
        const draft = {
          sequence: planned.sequence,
          type: planned.type,
          more: planned !== last,
          header: JSON.stringify(planned.entry),
          data: planned.data,
        };
        this.#reserve(size, draftBound(draft));
        const length = encodeRecord(draft, this.#arena, size);
        encoded.push({ planned, offset: size, length });
        size += length;
      }
    }
    return { encoded, size };
  }

  #reserve(used: number, more: number): void {
    if (used + more > this.#arena.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(used + more, this.#arena.length * 2));
      this.#arena.copy(larger, 0, 0, used);
      this.#arena = larger;
    }
  }

  /** One transaction over the batch. When it fails, the log is cut back, so that both agree. */
  async #apply(
    active: ActiveSegment,
    batch: { encoded: readonly Encoded[]; base: number },
  ): Promise<void> {
    const freed: Freed = [];
    const { id: segment } = active;
    const index = this.#index;
    try {
      index.transaction(() => {
        if (!index.accounting.segments.has(segment)) {
          const { sequence, entry, length } = active.header;
          const place = { segment, offset: 0, length };
          const header = { type: RECORD_TYPE.segment, sequence, entry, place };
          applyRecord(index, header, freed);
        }
        for (const { planned, offset, length } of batch.encoded) {
          const place = { segment, offset: batch.base + offset, length };
          const { type, sequence, entry, found } = planned;
          const record: AppliedRecord = found
            ? { type, sequence, entry, place, found }
            : { type, sequence, entry, place };
          applyRecord(index, record, freed);
        }
        index.accounting.grow(segment, active.length);
        index.setPosition({ segment, offset: active.length, sequence: this.#sequence });
      });
    } catch (error) {
      active.length = batch.base;
      await this.#log.cut(active);
      throw error;
    }
    if (batch.encoded.some(({ planned }) => isOfBucket(planned.type))) {
      this.#onBuckets();
    }
    if (freed.length > 0) {
      this.#onFreed(freed);
    }
  }
}
