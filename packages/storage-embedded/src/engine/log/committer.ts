import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ChangeHooks, QueuedDocument } from '../changes/change-hooks.ts';
import { queuedDocument } from '../changes/documents.ts';
import { applyRecord } from '../index/apply.ts';
import type { IndexDb } from '../index/index-db.ts';
import { indexFailure } from '../index/index-failure.ts';
import type { AppliedRecord, Freed } from '../index/supersede.ts';
import { BatchBytes, BatchNames, type Mutation, type Plan } from './batch.ts';
import type { BucketDeleteEntry, BucketEntry } from './entries.ts';
import type { ActiveSegment, LogWriter } from './log-writer.ts';
import { RECORD_TYPE } from './record.ts';
import { markUndecided } from './undecided.ts';

const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const MAX_BATCH_COUNT = 1024;
const MAX_QUEUE_BYTES = 64 * 1024 * 1024;
const MAX_QUEUE_COUNT = 16 * 1024;

interface Waiting {
  readonly mutation: Mutation<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Accepted {
  readonly waiting: Waiting;
  readonly plan: Plan<unknown>;
  /** Documents that observers added to the plan. */
  readonly kept: readonly QueuedDocument[];
}

const NONE: readonly QueuedDocument[] = [];

export interface CommitterOptions {
  /** The highest sequence number in use. */
  readonly sequence: number;
  /**
   * Called with the buckets changed by a batch, before its transaction is committed. The result
   * is called after the commit and must not throw.
   */
  readonly onBuckets: (ids: ReadonlySet<number>) => () => void;
  /** Called with the files to remove once a batch has been applied. */
  readonly onApplied: (freed: Freed) => void;
  readonly hooks: ChangeHooks;
}

/** Group commit: while one batch is written and synced, the next one collects. */
export class Committer {
  readonly #index: IndexDb;
  readonly #log: LogWriter;
  readonly #options: CommitterOptions;
  readonly #bytes = new BatchBytes();
  #sequence: number;
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  #room: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(index: IndexDb, log: LogWriter, options: CommitterOptions) {
    this.#index = index;
    this.#log = log;
    this.#options = options;
    this.#sequence = options.sequence;
  }

  /**
   * Resolves with the plan's result once it is durable and visible to reads. Waits while the queue
   * is full. Rejects with what the plan threw, or with XMinioStorageFull or ServiceUnavailable if
   * the drives refuse the write; nothing was changed then.
   */
  async submit<T>(mutation: Mutation<T>): Promise<T> {
    while (this.#queuedBytes > MAX_QUEUE_BYTES || this.#queue.length > MAX_QUEUE_COUNT) {
      await new Promise<void>((resolve) => this.#room.push(resolve));
    }
    if (this.#closed) {
      throw new S3Error('ServiceUnavailable', 'The store is closing.');
    }
    return new Promise<T>((resolve, reject) => {
      const take = resolve as (value: unknown) => void;
      this.#queue.push({ mutation, resolve: take, reject });
      this.#queuedBytes += mutation.size;
      this.#running ??= this.#run();
    });
  }

  /** Waits for submitted mutations and rejects any others. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#log.seal();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      // Lets mutations that have arrived in the meantime join the batch.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#planBatch();
      if (batch.length > 0) {
        await this.#commit(batch);
      }
      for (const wake of this.#room.splice(0)) {
        wake();
      }
    }
    this.#running = undefined;
  }

  #nextSequence = (): number => ++this.#sequence;

  async #commit(batch: readonly Accepted[]): Promise<void> {
    try {
      this.#bytes.clear();
      for (const { plan } of batch) {
        this.#bytes.add(plan);
      }
      this.#apply(await this.#log.append(this.#bytes.bytes, this.#nextSequence));
    } catch (error) {
      if (this.#log.leftover) {
        markUndecided(error);
      }
      for (const { waiting } of batch) {
        waiting.reject(error);
      }
      return;
    }
    for (const { waiting, plan, kept } of batch) {
      if (plan.change) {
        this.#options.hooks.committed(plan.change, kept);
      }
      waiting.resolve(plan.result);
    }
  }

  /**
   * Takes as many mutations from the queue as fit into one batch. Rejected and empty plans are
   * answered immediately.
   */
  #planBatch(): readonly Accepted[] {
    const batch: Accepted[] = [];
    const left: Waiting[] = [];
    const names = new BatchNames();
    let size = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      if (size >= MAX_BATCH_BYTES || batch.length >= MAX_BATCH_COUNT) {
        break;
      }
      const { alone } = waiting.mutation;
      if (alone && (batch.length > 0 || left.length > 0)) {
        break;
      }
      taken++;
      if (!names.take(waiting.mutation)) {
        left.push(waiting);
        continue;
      }
      this.#queuedBytes -= waiting.mutation.size;
      const accepted = this.#plan(waiting);
      if (accepted) {
        batch.push(accepted);
        size += waiting.mutation.size;
      }
      if (alone) {
        break;
      }
    }
    this.#queue = left.concat(this.#queue.slice(taken));
    return batch;
  }

  #plan(waiting: Waiting): Accepted | undefined {
    try {
      const plan = waiting.mutation.plan(this.#nextSequence);
      if (plan.records.length > 0) {
        return this.#accompanied(waiting, plan);
      }
      waiting.resolve(plan.result);
    } catch (error) {
      waiting.reject(indexFailure(error));
    }
    return undefined;
  }

  /** Adds the observers' documents to the plan. */
  #accompanied(waiting: Waiting, plan: Plan<unknown>): Accepted {
    const { hooks } = this.#options;
    if (!plan.change || !hooks.used) {
      return { waiting, plan, kept: NONE };
    }
    const documents = hooks
      .accompany(plan.change)
      .map(({ kind, value }) => queuedDocument(kind, value, this.#nextSequence()));
    const records = [...plan.records, ...documents.map(({ record }) => record)];
    return { waiting, plan: { ...plan, records }, kept: documents.map(({ queued }) => queued) };
  }

  /** Applies the batch in one transaction. If that fails, truncates the log so that both agree. */
  #apply({ active, base }: { active: ActiveSegment; base: number }): void {
    const freed: Freed = [];
    const index = this.#index;
    const { id: segment } = active;
    const buckets = new Set<number>();
    let showBuckets: (() => void) | undefined;
    try {
      index.transaction(() => {
        if (!index.accounting.segments.has(segment)) {
          applyRecord(index, headerRecord(active), freed);
        }
        for (const { planned, offset, length } of this.#bytes.records) {
          const place = { segment, offset: base + offset, length };
          const { type, sequence, entry, found } = planned;
          const record = { type, sequence, entry, place };
          applyRecord(index, found ? { ...record, found } : record, freed);
          if (type === RECORD_TYPE.bucket || type === RECORD_TYPE.bucketDelete) {
            buckets.add((entry as BucketEntry | BucketDeleteEntry).id);
          }
        }
        showBuckets = buckets.size > 0 ? this.#options.onBuckets(buckets) : undefined;
        index.accounting.grow(segment, active.length);
        index.setPosition({ segment, offset: active.length, sequence: this.#sequence });
      });
    } catch (error) {
      active.length = base;
      this.#log.cut(active);
      throw error;
    }
    showBuckets?.();
    this.#options.onApplied(freed);
  }
}

function headerRecord(active: ActiveSegment): AppliedRecord {
  const { sequence, entry, length } = active.header;
  const place = { segment: active.id, offset: 0, length };
  return { type: RECORD_TYPE.segment, sequence, entry, place };
}
