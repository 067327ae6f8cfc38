import { TextSealer } from '../auth/sealed-text.ts';
import type {
  ChangeObserver,
  ObjectChange,
  Observable,
  QueuedDocument,
} from '../engine/changes/change-hooks.ts';
import type { Log } from '../log.ts';
import type { Tell } from '../tracing/tracer.ts';
import { Decisions } from './decide.ts';
import { Heartbeat } from './heartbeat.ts';
import { ReplicationMetrics } from './metrics.ts';
import { RemotePool } from './remote-pool.ts';
import { RemoteTargets } from './remote-targets.ts';
import { Resyncs } from './resync.ts';
import type { ContentStore } from './send-content.ts';
import { WORK_KIND, type Work } from './work.ts';
import { ReplicationWorker } from './worker.ts';

export interface ReplicationOptions {
  /** 32-byte keys for the credentials of targets; the first one seals. */
  readonly keys: readonly Uint8Array[];
  readonly log: Log;
  readonly tell?: Tell;
}

/** The store that is replicated, and whose changes are observed. */
export type ReplicatedStore = ContentStore & { readonly engine: Observable };

/** Replicates objects to buckets of other servers. */
export class Replication {
  readonly targets: RemoteTargets;
  readonly pool = new RemotePool();
  readonly metrics = new ReplicationMetrics();
  readonly heartbeat: Heartbeat;
  readonly resyncs: Resyncs;
  readonly #engine: ContentStore['engine'];
  readonly #worker: ReplicationWorker;
  /** Synchronous writes in progress, by version. */
  readonly #inStep = new Map<string, Promise<void>>();

  constructor(store: ReplicatedStore, { keys, log, tell }: ReplicationOptions) {
    const { engine } = store;
    this.#engine = engine;
    this.targets = new RemoteTargets(engine, new TextSealer(keys));
    const { targets, pool, metrics } = this;
    this.heartbeat = new Heartbeat({ targets, pool, onBack: (arn) => this.#worker.retry(arn) });
    this.resyncs = new Resyncs(engine, { log, wake: () => this.#worker.wake() });
    this.#worker = new ReplicationWorker({
      store,
      targets,
      pool,
      metrics,
      onContact: (arn, sighting) => this.heartbeat.note(arn, sighting),
      onResync: (work, arn, result) => {
        this.resyncs.finished(work, arn, result).catch((error: unknown) => {
          log('error', 'The state of a resync could not be written.', { arn, error });
        });
      },
      log,
      ...(tell === undefined ? {} : { tell }),
    });
    engine.observe(this.#observer());
  }

  /** Resumes unfinished work. */
  start(): void {
    this.heartbeat.start();
    this.resyncs.resume();
    this.#worker.wake();
  }

  /** Must be called after a target was created or changed: retries its queued work immediately. */
  changed(arn: string): void {
    this.heartbeat.forget(arn);
    this.#worker.retry(arn);
  }

  /** Must be called after a target was removed. */
  async forget(bucket: string, arn: string): Promise<void> {
    this.pool.forget(arn);
    this.heartbeat.forget(arn);
    this.metrics.forget(bucket, arn);
    await this.resyncs.forget(bucket, arn);
  }

  /**
   * Waits until a change with synchronous targets has been attempted once at each, within a time
   * limit; returns immediately for all other changes.
   */
  async inStep(version: { bucket: string; key: string; versionId: string }): Promise<void> {
    const place = placeOf(version);
    const promise = this.#inStep.get(place);
    if (promise !== undefined) {
      await promise;
    }
  }

  get running(): number {
    return this.#worker.running;
  }

  /** Aborts the current transfers, which resume at the next start. */
  async close(): Promise<void> {
    await Promise.all([
      this.#worker.close(),
      this.resyncs.close(),
      this.heartbeat.close(),
      this.pool.close(),
    ]);
  }

  #observer(): ChangeObserver {
    const decisions = new Decisions();
    return {
      mark: (change, number) => decisions.mark(change, number),
      accompany: (change) => decisions.accompany(change),
      committed: (change, kept) => this.#committed(change, kept),
    };
  }

  #committed(change: ObjectChange, kept: readonly QueuedDocument[]): void {
    if (change.isReplica && change.kind === 'written') {
      this.metrics.addReplica(change.bucket.name, change.object().size);
    }
    for (const { kind, name } of kept) {
      if (kind === WORK_KIND) {
        this.#queued(name);
      }
    }
  }

  #queued(name: string): void {
    const text = this.#engine.getDocument(WORK_KIND, name);
    const work: Work | undefined = text === undefined ? undefined : JSON.parse(text);
    if (work?.targets.some((arn) => this.targets.get(work.bucket, arn)?.sync === true)) {
      const place = placeOf(work);
      const done = this.#worker.hurry({ name, work }).finally(() => {
        if (this.#inStep.get(place) === done) {
          this.#inStep.delete(place);
        }
      });
      this.#inStep.set(place, done);
      return;
    }
    this.#worker.wake();
  }
}

function placeOf({ bucket, key, versionId }: Pick<Work, 'bucket' | 'key' | 'versionId'>): string {
  return `${bucket}/${versionId}/${key}`;
}
