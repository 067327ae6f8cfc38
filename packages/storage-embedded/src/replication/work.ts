import type { Engine } from '../engine/types.ts';

/** Kind of the documents that are the queue of what is to be sent. */
export const WORK_KIND = 'replication-work';

/** Something to be sent to targets, as it is kept until all of them have it. */
export type Work = SendWork | RemoveWork;

interface AnyWork {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
}

/** A version or delete marker is to be there as it is here. */
export interface SendWork extends AnyWork {
  readonly op: 'send';
  /** The content is there as a rule, and only what is known about it has changed. */
  readonly attributesOnly?: true;
  /** The version was there before the rule. */
  readonly existing?: true;
  /** Bytes of the content. */
  readonly size: number;
  /** Sent again, whatever was known about it: id of the resync. */
  readonly resync?: string;
  /** ARNs. */
  readonly targets: readonly string[];
}

/** A version or delete marker that is gone here is to go there. */
export interface RemoveWork extends AnyWork {
  readonly op: 'remove';
  readonly marker: boolean;
  /** ARNs. */
  readonly targets: readonly string[];
  /** The ids that targets have given it, by ARN. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface QueuedWork {
  /** Of the document; later ones sort behind. */
  readonly name: string;
  readonly work: Work;
}

/** The next of the queue behind a name. */
export function workBehind(
  engine: Pick<Engine, 'pageDocuments'>,
  after: string,
  limit: number,
): QueuedWork[] {
  return engine
    .pageDocuments(WORK_KIND, after, limit)
    .map(({ name, value }) => ({ name, work: JSON.parse(value) }));
}
