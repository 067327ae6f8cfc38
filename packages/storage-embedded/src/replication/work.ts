import type { Engine } from '../engine/types.ts';

/** Kind of the documents in the replication queue. */
export const WORK_KIND = 'replication-work';

/** A queued operation, stored until all targets have it. */
export type Work = SendWork | RemoveWork;

interface AnyWork {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
}

/** Sends a version or delete marker in its current state. */
export interface SendWork extends AnyWork {
  readonly op: 'send';
  /** Only metadata has changed; the target usually has the content. */
  readonly attributesOnly?: true;
  /** The version is older than the rule. */
  readonly existing?: true;
  /** Size of the content in bytes. */
  readonly size: number;
  /** Id of the resync that sends it regardless of its status. */
  readonly resync?: string;
  /** ARNs. */
  readonly targets: readonly string[];
}

/** Removes a version or delete marker that was deleted here. */
export interface RemoveWork extends AnyWork {
  readonly op: 'remove';
  readonly marker: boolean;
  /** ARNs. */
  readonly targets: readonly string[];
  /** The ids assigned by targets, by ARN. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface QueuedWork {
  /** Name of the document; later ones sort after it. */
  readonly name: string;
  readonly work: Work;
}

/** Returns the next queued work after a name. */
export function workBehind(
  engine: Pick<Engine, 'pageDocuments'>,
  after: string,
  limit: number,
): QueuedWork[] {
  return engine
    .pageDocuments(WORK_KIND, after, limit)
    .map(({ name, value }) => ({ name, work: JSON.parse(value) }));
}
