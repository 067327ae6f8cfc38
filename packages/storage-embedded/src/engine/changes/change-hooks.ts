import type { Log } from '../drives/drive-set.ts';
import type { ObjectReplication } from '../object-replication.ts';
import type { ChangeCause, StoredBucket, StoredObject } from '../types.ts';

/**
 * What happened to a version: it was written, its attributes were replaced in place, it was
 * removed, or a delete marker was put over its key.
 */
export type ChangeKind = 'written' | 'updated' | 'removed' | 'marked';

/** A change of one version of an object. */
export interface ObjectChange {
  readonly kind: ChangeKind;
  /** As it is at the moment of the change. */
  readonly bucket: StoredBucket;
  readonly key: string;
  readonly versionId: string;
  /** What the caller of the engine said of it; undefined for writes of the store itself. */
  readonly cause: ChangeCause | undefined;
  /** It was done on another server before. */
  readonly isReplica: boolean;
  /** The version as it is after the change; a removed one as it was before. */
  object(): StoredObject;
}

/** A document of a queue, as it is kept: names sort in the order in which they were added. */
export interface QueuedDocument {
  readonly kind: string;
  readonly name: string;
}

/**
 * Somebody who wants to know of changes of objects. What an observer throws is logged and
 * changes nothing for the change, nor for the other observers.
 */
export interface ChangeObserver {
  /**
   * Asked before the record of a version or delete marker is made: what is to be kept with it
   * about its replication; undefined for what it brings along. As quick as `accompany`.
   *
   * @param number that no other change has
   */
  mark?(change: ObjectChange, number: number): ObjectReplication | undefined;
  /**
   * Asked just before the change is written, when nothing can come between: documents that
   * are to be kept together with it. After a crash both are there or neither. It must be
   * quick; the change may still fail.
   */
  accompany?(change: ObjectChange): readonly { readonly kind: string; readonly value: string }[];
  /**
   * Told once the change is durable and seen by reads, in the order of the changes of a key,
   * before its caller has its answer. Not told again after a crash: what must not be
   * forgotten goes into a document or into the object itself. It must be quick.
   */
  committed?(change: ObjectChange, kept: readonly QueuedDocument[]): void;
}

/** An engine that tells of its changes. */
export interface Observable {
  /** From now on the observer is asked and told of changes of objects. */
  observe(observer: ChangeObserver): void;
}

/**
 * The place where changes of objects are announced: `engine.observe(observer)`. Each write of
 * the engine that changes a version passes here once (see `Plan.change` and the committer).
 */
export class ChangeHooks {
  readonly #log: Log;
  readonly #observers: ChangeObserver[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether anybody listens; without, changes cost nothing. */
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
