import { setTimeout as pause } from 'node:timers/promises';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Engine, StoredObject } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { replicationOf } from './bucket-rules.ts';
import { actionableRules, type ReplicationConfig } from './rules.ts';
import { versionGroups } from './version-groups.ts';
import { type SendWork, WORK_KIND, workBehind } from './work.ts';

const KIND = 'replication-resync';
/** Queue length above which the walk pauses. */
const MAX_QUEUED = 2000;
const WAIT_MS = 250;
const PAGE = 256;

/** A walk through a bucket that queues the versions for a target. */
export interface Resync {
  readonly bucket: string;
  readonly arn: string;
  /**
   * '' for a walk that only sends what the target lacks, because a rule includes existing objects.
   */
  readonly id: string;
  /** Only versions written before this time; milliseconds since the epoch. */
  readonly before: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly status: 'Ongoing' | 'Completed' | 'Failed' | 'Canceled';
  /** All keys up to this one are queued; undefined once all are. */
  readonly after: string | undefined;
  readonly replicatedCount: number;
  readonly replicatedBytes: number;
  readonly failedCount: number;
  readonly failedBytes: number;
  /** The last key sent. */
  readonly lastKey: string;
}

type Documents = Pick<
  Engine,
  | 'list'
  | 'getBucket'
  | 'listDocuments'
  | 'putDocument'
  | 'queueDocument'
  | 'countDocuments'
  | 'pageDocuments'
>;

/**
 * Sends objects that existed before the rule, or resends what a target has lost. Continues after a
 * restart.
 */
export class Resyncs {
  readonly #engine: Documents;
  readonly #log: Log;
  readonly #wake: () => void;
  /** Current state, which is ahead of the last saved state. */
  readonly #walks = new Map<string, Resync>();
  /** Number of queued work items by walk. */
  readonly #outstanding = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  /** @param wake called after new work was queued */
  constructor(engine: Documents, { log, wake }: { log: Log; wake: () => void }) {
    this.#engine = engine;
    this.#log = log;
    this.#wake = wake;
  }

  /** Resumes unfinished walks. */
  resume(): void {
    for (const { name, value } of this.#engine.listDocuments(KIND)) {
      const walk: Resync = JSON.parse(value);
      this.#walks.set(name, walk);
      if (walk.status === 'Ongoing') {
        this.#run(name);
      }
    }
  }

  /** Returns the resyncs of a bucket, newest first. */
  of(bucket: string): readonly Resync[] {
    return [...this.#walks.values()]
      .filter((walk) => walk.bucket === bucket && walk.id !== '')
      .sort((a, b) => b.startedAt - a.startedAt);
  }

  /**
   * Starts a resync.
   *
   * @throws S3Error BadRequest if one is already in progress for the target
   */
  async start(walk: Pick<Resync, 'bucket' | 'arn' | 'id' | 'before'>): Promise<void> {
    const name = nameOf(walk);
    if (walk.id !== '' && this.#walks.get(name)?.status === 'Ongoing') {
      throw new S3Error('BadRequest', 'A replication resync is in progress for this target.');
    }
    const now = Date.now();
    await this.#save(name, {
      ...walk,
      startedAt: now,
      updatedAt: now,
      status: 'Ongoing',
      after: '',
      replicatedCount: 0,
      replicatedBytes: 0,
      failedCount: 0,
      failedBytes: 0,
      lastKey: '',
    });
    this.#run(name);
  }

  /** Drops the resyncs of a target that was removed. */
  async forget(bucket: string, arn: string): Promise<void> {
    for (const [name, walk] of this.#walks) {
      if (walk.bucket === bucket && walk.arn === arn) {
        this.#walks.delete(name);
        await this.#engine.putDocument(KIND, name, null);
      }
    }
  }

  /** Counts a finished work item of a resync. */
  async finished(
    work: SendWork,
    arn: string,
    result: { done: boolean; size: number },
  ): Promise<void> {
    const name = nameOf({ bucket: work.bucket, arn, id: work.resync ?? '' });
    const walk = this.#walks.get(name);
    if (walk === undefined || walk.id !== work.resync || walk.status !== 'Ongoing') {
      return;
    }
    const { size, done } = result;
    this.#walks.set(name, {
      ...walk,
      lastKey: work.key,
      updatedAt: Date.now(),
      replicatedCount: walk.replicatedCount + (done ? 1 : 0),
      replicatedBytes: walk.replicatedBytes + (done ? size : 0),
      failedCount: walk.failedCount + (done ? 0 : 1),
      failedBytes: walk.failedBytes + (done ? 0 : size),
    });
    this.#outstanding.set(name, (this.#outstanding.get(name) ?? 1) - 1);
    await this.#endWhenDone(name);
  }

  /** Stops at the next step; the walk continues at the next start of the store. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running.values());
  }

  #run(name: string): void {
    const before = this.#running.get(name) ?? Promise.resolve();
    const run = before
      .then(() => this.#walk(name))
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) {
          this.#log('error', 'A resync broke off.', { name, error });
        }
      });
    this.#running.set(name, run);
  }

  async #walk(name: string): Promise<void> {
    await this.#countOutstanding(name);
    let walk = this.#walks.get(name);
    if (walk?.after === undefined) {
      await this.#endWhenDone(name);
      return;
    }
    const { startedAt } = walk;
    for (const group of versionGroups(this.#engine, walk.bucket, { after: walk.after })) {
      await this.#room();
      walk = this.#walks.get(name);
      if (walk?.startedAt !== startedAt) {
        return;
      }
      const queued = await this.#queue(name, walk, group);
      const after = group[0]?.key ?? '';
      this.#walks.set(name, { ...(this.#walks.get(name) ?? walk), after });
      if (queued > 0) {
        this.#wake();
        await this.#save(name);
      }
    }
    const last = this.#walks.get(name);
    if (last?.startedAt === startedAt) {
      await this.#save(name, { ...last, after: undefined });
      await this.#endWhenDone(name);
    }
  }

  /** Waits until the queue is short, while requests are served. */
  async #room(): Promise<void> {
    const { signal } = this.#stop;
    await pause(0, undefined, { signal });
    while (this.#engine.countDocuments(WORK_KIND) > MAX_QUEUED) {
      await pause(WAIT_MS, undefined, { signal, ref: false });
    }
  }

  async #queue(name: string, walk: Resync, group: readonly StoredObject[]): Promise<number> {
    const bucket = this.#engine.getBucket(walk.bucket);
    const config = bucket && replicationOf(bucket);
    const due = config === undefined ? [] : group.filter((object) => isDue(object, walk, config));
    this.#outstanding.set(name, (this.#outstanding.get(name) ?? 0) + due.length);
    const added = due.map(({ key, versionId, size }) => {
      const work: SendWork = {
        op: 'send',
        bucket: walk.bucket,
        key,
        versionId,
        size,
        existing: true,
        ...(walk.id === '' ? {} : { resync: walk.id }),
        targets: [walk.arn],
      };
      return this.#engine.queueDocument(WORK_KIND, JSON.stringify(work));
    });
    await Promise.all(added);
    return due.length;
  }

  /** Recounts the queued work after a restart. */
  async #countOutstanding(name: string): Promise<void> {
    const walk = this.#walks.get(name);
    if (walk === undefined || walk.id === '' || walk.after === '') {
      this.#outstanding.set(name, 0);
      return;
    }
    let count = 0;
    let page = workBehind(this.#engine, '', PAGE);
    while (page.length > 0) {
      count += page.filter(({ work }) => work.op === 'send' && work.resync === walk.id).length;
      await pause(0, undefined, { signal: this.#stop.signal });
      page = workBehind(this.#engine, page.at(-1)?.name ?? '', PAGE);
    }
    this.#outstanding.set(name, count);
  }

  async #endWhenDone(name: string): Promise<void> {
    const walk = this.#walks.get(name);
    const waits = walk?.id !== '' && (this.#outstanding.get(name) ?? 0) > 0;
    if (walk?.status === 'Ongoing' && walk.after === undefined && !waits) {
      const status = walk.failedCount > 0 ? 'Failed' : 'Completed';
      await this.#save(name, { ...walk, status, updatedAt: Date.now() });
    }
  }

  async #save(name: string, walk: Resync | undefined = this.#walks.get(name)): Promise<void> {
    if (walk !== undefined) {
      this.#walks.set(name, walk);
      await this.#engine.putDocument(KIND, name, JSON.stringify(walk));
    }
  }
}

/** Whether to send a version to the target. */
function isDue(
  object: StoredObject,
  { arn, id, before }: Resync,
  config: ReplicationConfig,
): boolean {
  const { key, tags, isDeleteMarker, replication, modifiedAt } = object;
  const status = replication?.targets?.[arn]?.status;
  // Pending and failed versions are already in the queue.
  if (modifiedAt >= before || (id === '' && status !== undefined)) {
    return false;
  }
  const subject = { key, tags, isReplica: replication?.replica === true };
  const rule = actionableRules(config, subject, 'existing').find(({ target }) => target === arn);
  return rule !== undefined && (!isDeleteMarker || rule.deleteMarkers);
}

function nameOf({ bucket, arn, id }: Pick<Resync, 'bucket' | 'arn' | 'id'>): string {
  return `${bucket}/${arn}/${id === '' ? 'existing' : 'resync'}`;
}
