import type {
  ChangeObserver,
  ObjectChange,
  QueuedDocument,
} from '../engine/changes/change-hooks.ts';
import type { ChangeCause, Engine, StoredBucket, StoredObject } from '../engine/types.ts';
import type { Log } from '../log.ts';
import type { Tell } from '../tracing/tracer.ts';
import { hasRules, matchingTargets, notificationRules } from './bucket-rules.ts';
import { type EventOrigin, forTargets, makeRecord } from './event-record.ts';
import { Listeners } from './listeners.ts';
import { targetId } from './target-id.ts';
import { TargetQueue, type TargetQueueOptions } from './target-queue.ts';
import { type ConfiguredTarget, makeTarget, queueLimit } from './target-settings.ts';

type NotifiedEngine = Pick<
  Engine,
  'pageDocuments' | 'countDocuments' | 'putDocument' | 'queueDocument' | 'listBuckets' | 'getBucket'
>;

export interface NotificationsOptions {
  /** Returns the targets that are enabled in the configuration in effect. */
  readonly targets: () => readonly ConfiguredTarget[];
  /**
   * Returns whether a target is enabled in the stored configuration, which may not be in effect
   * yet.
   */
  readonly settingOf: (id: string) => 'enabled' | 'disabled' | undefined;
  readonly origin: () => EventOrigin;
  readonly log: Log;
  readonly tell?: Tell;
  readonly backOff?: TargetQueueOptions['backOff'];
}

/** A target as administrators see it. */
export interface TargetState {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly online: boolean;
  /** Number of queued events. */
  readonly waiting: number;
}

interface RunningTarget {
  readonly configured: ConfiguredTarget;
  readonly queue: TargetQueue;
}

const KIND_PREFIX = 'notify:';
/** Maximum number of events outside of commits that are being queued; further ones are dropped. */
const MAX_UNQUEUED = 1024;
const PURGE_PAGE = 256;

/**
 * Notifies targets and listeners of object events. Events of changes are queued in the commit of
 * the change itself; buckets without rules incur no cost.
 */
export class Notifications implements ChangeObserver {
  readonly listeners = new Listeners();
  readonly #engine: NotifiedEngine;
  readonly #options: NotificationsOptions;
  #targets = new Map<string, RunningTarget>();
  #unqueued = 0;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(engine: NotifiedEngine, options: NotificationsOptions) {
    this.#engine = engine;
    this.#options = options;
    this.reload();
  }

  /** Whether rules can use a target: it is running, and will be after the next restart. */
  hasTarget(id: string): boolean {
    return this.#targets.has(id) && this.#options.settingOf(id) === 'enabled';
  }

  /** Starts the configured targets; queues of targets that are no longer configured are deleted. */
  reload(): void {
    const former = this.#targets;
    this.#targets = new Map();
    for (const configured of this.#options.targets()) {
      const id = targetId(configured.name, configured.kind);
      const queue = this.#take(id, configured, former.get(id));
      former.delete(id);
      this.#targets.set(id, { configured, queue });
      queue.start();
    }
    for (const [id, { queue }] of former) {
      this.#end(async () => {
        await queue.close();
        if (this.#options.settingOf(id) === undefined) {
          await this.#purge(id);
        }
      });
    }
  }

  accompany(change: ObjectChange): readonly { readonly kind: string; readonly value: string }[] {
    const { bucket, key, cause } = change;
    // The other server has already reported a replicated change.
    if (cause === undefined || change.isReplica || !hasRules(bucket)) {
      return [];
    }
    const event = eventOf(change, cause);
    const queues = this.#queuesFor(bucket, event, key);
    if (queues.length === 0) {
      return [];
    }
    const value = this.#queuedRecord({ event, bucket, object: change.object(), cause });
    return queues.map(({ kind }) => ({ kind, value }));
  }

  committed(change: ObjectChange, kept: readonly QueuedDocument[]): void {
    for (const { kind } of kept) {
      this.#targets.get(kind.slice(KIND_PREFIX.length))?.queue.added();
    }
    const { cause, bucket } = change;
    if (cause !== undefined && !change.isReplica && this.listeners.any) {
      this.#publish({ event: eventOf(change, cause), bucket, object: change.object(), cause });
    }
  }

  /**
   * Reports an event without a change, such as a read. Does not wait; a crash may lose the event.
   */
  tell(bucket: StoredBucket, object: StoredObject, cause: () => ChangeCause): void {
    if (!this.listeners.any && !hasRules(bucket)) {
      return;
    }
    const because = cause();
    const subject = { event: because.event, bucket, object, cause: because };
    if (this.listeners.any) {
      this.#publish(subject);
    }
    const queues = this.#queuesFor(bucket, because.event, object.key);
    if (queues.length > 0 && this.#unqueued + queues.length <= MAX_UNQUEUED) {
      const value = this.#queuedRecord(subject);
      for (const queue of queues) {
        this.#queue(queue, value);
      }
    }
  }

  /** Notifies listeners that a bucket was created or removed. */
  bucketChanged(bucket: string, cause: ChangeCause): void {
    if (this.listeners.any) {
      const subject = { event: cause.event, bucket: { name: bucket, versioning: 'off' }, cause };
      this.#publish(subject as Parameters<typeof makeRecord>[0]);
    }
  }

  /** Returns all running targets, with a fresh check of each. */
  states(): Promise<readonly TargetState[]> {
    const running = [...this.#targets].map(async ([id, { configured, queue }]) => {
      const online = await queue.check().then(
        () => true,
        () => false,
      );
      const { name, kind } = configured;
      return { id, name, kind, online, waiting: queue.size };
    });
    return Promise.all(running);
  }

  /** Returns all running targets with their counts since the start, without contacting them. */
  counts(): readonly (Omit<TargetState, 'online'> & TargetQueue['counts'])[] {
    return [...this.#targets].map(
      ([
        id,
        {
          configured: { name, kind },
          queue,
        },
      ]) => ({
        ...{ id, name, kind, waiting: queue.size },
        ...queue.counts,
      }),
    );
  }

  /** Returns the name of a bucket whose rules use the target. */
  bucketUsing(id: string): string | undefined {
    const user = this.#engine
      .listBuckets()
      .find((bucket) => notificationRules(bucket).some(({ target }) => target === id));
    return user?.name;
  }

  /** Drops the queue of a target that no longer exists. */
  async #purge(id: string): Promise<void> {
    const kind = KIND_PREFIX + id;
    for (;;) {
      const page = this.#engine.pageDocuments(kind, '', PURGE_PAGE);
      if (page.length === 0) {
        return;
      }
      await Promise.all(page.map(({ name }) => this.#engine.putDocument(kind, name, null)));
    }
  }

  /** Closes the listeners; then, after deliveries in progress, the targets. */
  async close(): Promise<void> {
    this.listeners.close();
    await this.#ending;
    await Promise.all([...this.#targets.values()].map(({ queue }) => queue.close()));
  }

  #queuesFor(bucket: StoredBucket, event: string, key: string): readonly TargetQueue[] {
    return matchingTargets(bucket, event, key)
      .map((id) => this.#targets.get(id)?.queue)
      .filter((queue) => queue?.takesMore() === true) as TargetQueue[];
  }

  #queuedRecord(subject: Parameters<typeof makeRecord>[0]): string {
    return JSON.stringify(forTargets(makeRecord(subject, this.#options.origin())));
  }

  #publish(subject: Parameters<typeof makeRecord>[0]): void {
    this.listeners.publish(makeRecord(subject, this.#options.origin()));
  }

  #queue(queue: TargetQueue, value: string): void {
    this.#unqueued++;
    this.#engine
      .queueDocument(queue.kind, value)
      .then(
        () => queue.added(),
        (error: unknown) => this.#options.log('warn', 'An event could not be queued.', { error }),
      )
      .finally(() => {
        this.#unqueued--;
      });
  }

  /** Returns the queue of a target, updated to its current settings. */
  #take(id: string, configured: ConfiguredTarget, known: RunningTarget | undefined): TargetQueue {
    if (known === undefined) {
      return this.#open(id, configured);
    }
    if (!sameSettings(known.configured, configured)) {
      const target = makeTarget(configured);
      this.#end(() => known.queue.replace(target, queueLimit(configured.values)));
    }
    return known.queue;
  }

  /** Tracks work that must finish before the engine closes. */
  #end(work: () => Promise<void>): void {
    const done = work().catch((error: unknown) =>
      this.#options.log('warn', 'A notification target did not end properly.', { error }),
    );
    this.#ending = Promise.all([this.#ending, done]);
  }

  #open(id: string, configured: ConfiguredTarget): TargetQueue {
    const { log, tell, backOff } = this.#options;
    return new TargetQueue(this.#engine, makeTarget(configured), {
      id,
      kind: KIND_PREFIX + id,
      limit: queueLimit(configured.values),
      log,
      ...(tell === undefined ? {} : { tell }),
      ...(backOff === undefined ? {} : { backOff }),
    });
  }
}

function sameSettings(a: ConfiguredTarget, b: ConfiguredTarget): boolean {
  return JSON.stringify(a.values) === JSON.stringify(b.values);
}

/** Delete markers have their own event; the cause names the event of all other changes. */
function eventOf({ kind }: ObjectChange, { event }: ChangeCause): string {
  return kind === 'marked' ? 'ObjectRemoved:DeleteMarkerCreated' : event;
}
