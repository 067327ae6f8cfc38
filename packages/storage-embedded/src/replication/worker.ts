import { S3Error } from '@stowage/storage-wire/s3-error';
import type { StoredObject } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { keptEncryption } from '../s3/encryption/object-keys.ts';
import { TRACE } from '../tracing/trace-types.ts';
import type { Tell } from '../tracing/tracer.ts';
import { BackOff } from './back-off.ts';
import { Delivery } from './delivery.ts';
import type { Sighting } from './health.ts';
import type { ReplicationMetrics } from './metrics.ts';
import { isNoted, type Outcome, withOutcomes } from './outcome.ts';
import { WorkOrder } from './queue.ts';
import { RemoteError } from './remote-connection.ts';
import type { RemotePool } from './remote-pool.ts';
import type { RemoteTargets } from './remote-targets.ts';
import type { ContentStore } from './send-content.ts';
import { type QueuedWork, type SendWork, WORK_KIND, type Work } from './work.ts';

const PARALLEL = 8;
const RETRY_MS = 1000;
/** Maximum time that a synchronous write waits for replication. */
const SYNC_MS = 60_000;
/** Error codes that concern the target as a whole. */
const TARGET_CODES = new Set([
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidTokenId',
  'NoSuchBucket',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

export interface WorkerParts {
  readonly store: ContentStore;
  readonly targets: RemoteTargets;
  readonly pool: RemotePool;
  readonly metrics: ReplicationMetrics;
  /** Called after a successful or failed request to a target. */
  readonly onContact: (arn: string, sighting: Omit<Sighting, 'at'>) => void;
  /** Called after work of a resync; `done` is false if the target rejected it. */
  readonly onResync: (work: SendWork, arn: string, result: { done: boolean; size: number }) => void;
  readonly log: Log;
  readonly tell?: Tell;
}

/**
 * Delivers queued work to its targets. Results are stored with the object before the work leaves
 * the queue, so that none are lost; failed work stays in the queue.
 */
export class ReplicationWorker {
  readonly #parts: WorkerParts;
  readonly #backOff = new BackOff();
  readonly #order: WorkOrder;
  readonly #delivery: Delivery;
  readonly #waiters = new Map<string, () => void>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#order = new WorkOrder(parts.store.engine, this.#backOff);
    this.#delivery = new Delivery(parts);
  }

  get running(): number {
    return this.#order.running;
  }

  /** Must be called after work was added to the queue. */
  wake(): void {
    if (!this.#closed) {
      this.#pump();
    }
  }

  /** Must be called when a target is back online or has changed. */
  retry(arn: string): void {
    this.#backOff.freeTarget(arn);
    if (this.#order.isWaitingFor(arn)) {
      this.#order.rewind();
    }
    this.wake();
  }

  /** Prioritises work; resolves after one attempt. */
  hurry(work: QueuedWork): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(), SYNC_MS);
      const finish = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(work.name);
        resolve();
      };
      this.#waiters.set(work.name, finish);
      if (this.#closed || work.work.targets.every((arn) => this.#backOff.isBlocked(arn))) {
        finish();
      }
      this.#order.hurry(work);
      this.wake();
    });
  }

  /**
   * Starts nothing more and waits for running work, whose connections must already have been
   * aborted.
   */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const finish of this.#waiters.values()) {
      finish();
    }
    if (this.#order.running > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
  }

  #pump(): void {
    while (!this.#closed && this.#order.running < PARALLEL) {
      const next = this.#order.next();
      if (next === 'later') {
        setImmediate(() => this.wake());
        return;
      }
      if (next === undefined) {
        this.#sleep();
        return;
      }
      void this.#work(next);
    }
  }

  /** Sleeps until the next possible retry. */
  #sleep(): void {
    clearTimeout(this.#timer);
    const delay = this.#backOff.next ?? (this.#order.hasLeft ? RETRY_MS : undefined);
    if (delay !== undefined) {
      this.#timer = setTimeout(() => {
        this.#order.rewind();
        this.wake();
      }, delay + 1).unref();
    }
  }

  async #work(queued: QueuedWork): Promise<void> {
    let left: readonly string[] = queued.work.targets;
    try {
      left = await this.#carryOut(queued);
    } catch (error) {
      this.#backOff.delayObject(queued.name);
      if (!this.#closed) {
        const { bucket, key, versionId } = queued.work;
        this.#parts.log('error', 'Replication failed here.', { bucket, key, versionId, error });
      }
    }
    this.#order.done(queued, left);
    this.#waiters.get(queued.name)?.();
    if (this.#closed && this.#order.running === 0) {
      this.#idle?.();
    }
    this.wake();
  }

  /**
   * Delivers a work item.
   *
   * @returns the targets still without it
   */
  async #carryOut({ name }: QueuedWork): Promise<readonly string[]> {
    const { engine } = this.#parts.store;
    // It may have been done, entirely or in part, since its page was read.
    const text = engine.getDocument(WORK_KIND, name);
    if (text === undefined) {
      return [];
    }
    const work: Work = JSON.parse(text);
    const object = currentOf(engine, work);
    if (object === undefined && work.op === 'send') {
      await engine.putDocument(WORK_KIND, name, null);
      return [];
    }
    const asked = work.targets.filter((arn) => !this.#backOff.isBlocked(arn));
    const outcomes = await Promise.all(asked.map((arn) => this.#bring(work, object, arn)));
    if (object !== undefined) {
      await this.#note(object, outcomes);
      if (currentOf(engine, work) === undefined) {
        this.#delivery.wentMeanwhile(work, outcomes);
      }
    }
    const over = new Set(outcomes.filter((outcome) => outcome.over).map(({ arn }) => arn));
    const left = work.targets.filter((arn) => !over.has(arn));
    const refused = outcomes.some(({ arn }) => !over.has(arn) && !this.#backOff.isBlocked(arn));
    await this.#keep({ name, work }, { left, refused });
    return left;
  }

  /** Keeps the remaining targets in the queue; a refusal ends the work's part in a resync. */
  async #keep(
    { name, work }: QueuedWork,
    { left, refused }: { left: readonly string[]; refused: boolean },
  ): Promise<void> {
    const { engine } = this.#parts.store;
    if (left.length === 0) {
      this.#backOff.freeObject(name);
      await engine.putDocument(WORK_KIND, name, null);
      return;
    }
    if (refused) {
      this.#backOff.delayObject(name);
    }
    const resync = work.op === 'send' ? work.resync : undefined;
    if (left.length < work.targets.length || (refused && resync !== undefined)) {
      const rest = { ...work, targets: left, ...(refused ? { resync: undefined } : {}) };
      await engine.putDocument(WORK_KIND, name, JSON.stringify(rest));
    }
  }

  /** Stores the version's status, unless it has changed since it was read. */
  async #note(object: StoredObject, outcomes: readonly Outcome[]): Promise<void> {
    const { bucket, key, versionId } = object;
    if (outcomes.every((outcome) => isNoted(object, outcome))) {
      return;
    }
    await this.#parts.store.engine.annotate({ bucket, key, versionId }, (current) =>
      withOutcomes(current, object, outcomes),
    );
  }

  #tell({ op, bucket, key }: Work, message: string, begun: number, error?: unknown): void {
    const name = op === 'send' ? 'replication.Send' : 'replication.Delete';
    this.#parts.tell?.(TRACE.internal, () => ({
      ...{ name, path: `${bucket}/${key}`, begun, message, error },
    }));
  }

  async #bring(work: Work, object: StoredObject | undefined, arn: string): Promise<Outcome> {
    const target = this.#parts.targets.get(work.bucket, arn);
    if (target === undefined) {
      // The destination is no longer known.
      return { arn, status: 'FAILED', over: true };
    }
    const state = object?.replication?.targets?.[arn];
    if (state?.status === 'COMPLETED' && work.op === 'send' && work.resync === undefined) {
      return { arn, status: 'COMPLETED', over: true };
    }
    if (object !== undefined && keptEncryption(object)?.kind === 'SSE-C') {
      this.#tellResync(work, arn, { done: false, size: object.size });
      return { arn, status: 'FAILED', over: true };
    }
    const size = object?.size ?? 0;
    const metrics = this.#parts.metrics.target(work.bucket, arn);
    const began = performance.now();
    try {
      const version = await this.#delivery.send(work, object, this.#parts.pool.to(target));
      this.#tell(work, arn, began);
      this.#parts.onContact(arn, { took: performance.now() - began, online: true });
      this.#succeeded(arn);
      metrics.complete(size);
      this.#tellResync(work, arn, { done: true, size });
      return { arn, status: 'COMPLETED', over: true, version };
    } catch (error) {
      this.#tell(work, arn, began, error);
      if (this.#closed) {
        return { arn, status: undefined, over: false };
      }
      this.#failed(work, arn, error);
      metrics.fail(size, error instanceof RemoteError ? error.code : 'InternalError');
      if (!this.#backOff.isBlocked(arn)) {
        this.#tellResync(work, arn, { done: false, size });
      }
      return { arn, status: 'FAILED', over: false };
    }
  }

  #succeeded(arn: string): void {
    this.#backOff.freeTarget(arn);
    if (this.#order.isWaitingFor(arn)) {
      this.#order.rewind();
    }
  }

  #failed({ bucket, key, versionId }: Work, arn: string, error: unknown): void {
    const { log, onContact } = this.#parts;
    if (!(error instanceof RemoteError)) {
      log('error', 'An object could not be read for its replication.', {
        bucket,
        key,
        versionId,
        error,
      });
      return;
    }
    const { code, message, isOutage } = error;
    if (isOutage || TARGET_CODES.has(code)) {
      this.#backOff.blockTarget(arn);
    }
    onContact(arn, { took: 0, online: !isOutage, error: { code, message } });
    log('warn', 'A target did not take an object.', { bucket, key, versionId, arn, code, message });
  }

  #tellResync(work: Work, arn: string, result: { done: boolean; size: number }): void {
    if (work.op === 'send' && work.resync !== undefined) {
      this.#parts.onResync(work, arn, result);
    }
  }
}

function currentOf(
  engine: ContentStore['engine'],
  { bucket, key, versionId, op }: Work,
): StoredObject | undefined {
  try {
    return op === 'send' ? engine.getObject(bucket, key, versionId) : undefined;
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchBucket') {
      return undefined;
    }
    throw error;
  }
}
