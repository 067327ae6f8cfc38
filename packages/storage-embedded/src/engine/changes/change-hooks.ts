import type { Log } from '../drives/drive-set.ts';
import type { ObjectReplication } from '../object-replication.ts';
import type { ChangeCause, StoredBucket, StoredObject } from '../types.ts';

/**
 * What happened to a version: it was written, its attributes were replaced in place, it was
 * removed, or a delete marker was put on top of its key.
 */
export type ChangeKind = 'written' | 'updated' | 'removed' | 'marked';

/** A change of one version of an object. */
export interface ObjectChange {
  readonly kind: ChangeKind;
  /** State of the bucket at the moment of the change. */
  readonly bucket: StoredBucket;
  readonly key: string;
  readonly versionId: string;
  /** Passed in by the caller of the engine; undefined for the store's own writes. */
  readonly cause: ChangeCause | undefined;
  /** Whether the change was replicated from another server. */
  readonly isReplica: boolean;
  /** Returns the version as it is after the change, or a removed one as it was before. */
  object(): StoredObject;
}

/** A stored document of a queue; names sort in insertion order. */
export interface QueuedDocument {
  readonly kind: string;
  readonly name: string;
}

/**
 * An observer of object changes. Errors it throws are logged and affect neither the change nor the
 * other observers.
 */
export interface ChangeObserver {
  /**
   * Called before the record of a version or delete marker is built. Returns the replication state
   * to store with it, or undefined to keep the one it came with. Must be as fast as `accompany`.
   *
   * @param number unique to this change
   */
  mark?(change: ObjectChange, number: number): ObjectReplication | undefined;
  /**
   * Called immediately before the change is written, with nothing in between. Returns documents to
   * store atomically with it: after a crash, both are there or neither is. Must be fast; the change
   * may still fail.
   */
  accompany?(change: ObjectChange): readonly { readonly kind: string; readonly value: string }[];
  /**
   * Called once the change is durable and visible to reads, in order per key, before the caller
   * gets its response. Not repeated after a crash: anything that must not be lost belongs in a
   * document or in the object itself. Must be fast.
   */
  committed?(change: ObjectChange, kept: readonly QueuedDocument[]): void;
}

/** An engine that announces its changes. */
export interface Observable {
  /** Registers an observer of object changes. */
  observe(observer: ChangeObserver): void;
}

/**
 * Announces object changes to the observers added with `engine.observe(observer)`. Every write that
 * changes a version passes through here exactly once (see `Plan.change` and the committer).
 */
export class ChangeHooks {
  readonly #log: Log;
  readonly #observers: ChangeObserver[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether there are any observers; without them, changes cost nothing. */
  get used(): boolean {
    return this.#observers.length > 0;
  }

  add(observer: ChangeObserver): void {
    this.#observers.push(observer);
  }

  accompany(change: ObjectChange): readonly { readonly kind: string; readonly value: string }[] {
    return this.#observers.flatMap(
      (observer) => this.#guarded(change, () => observer.accompany?.(change)) ?? [],
    );
  }

  mark(change: ObjectChange, number: number): ObjectReplication | undefined {
    for (const observer of this.#observers) {
      const marked = this.#guarded(change, () => observer.mark?.(change, number));
      if (marked !== undefined) {
        return marked;
      }
    }
    return undefined;
  }

  committed(change: ObjectChange, kept: readonly QueuedDocument[]): void {
    for (const observer of this.#observers) {
      this.#guarded(change, () => observer.committed?.(change, kept));
    }
  }

  #guarded<Told>(change: ObjectChange, tell: () => Told): Told | undefined {
    try {
      return tell();
    } catch (error) {
      const { key, versionId } = change;
      const fields = { bucket: change.bucket.name, key, versionId, error };
      this.#log('error', 'An observer failed over a change, which was made without it.', fields);
      return undefined;
    }
  }
}
