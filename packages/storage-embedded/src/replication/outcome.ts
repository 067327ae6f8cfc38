import type { TargetState } from '../engine/object-replication.ts';
import type { ObjectNotes, StoredObject } from '../engine/types.ts';

/** What became of one work at one target. */
export interface Outcome {
  readonly arn: string;
  /** Undefined leaves what is known with the object as it is. */
  readonly status: 'COMPLETED' | 'FAILED' | undefined;
  /** There is nothing more to be tried. */
  readonly over: boolean;
  readonly version?: string | undefined;
}

/** Whether the object says of itself already what an outcome says. */
export function isNoted({ replication }: StoredObject, { arn, status, version }: Outcome): boolean {
  const known = replication?.targets?.[arn];
  return (
    status === undefined ||
    (known?.status === status && (version === undefined || known.version === version))
  );
}

/**
 * What is kept with a version after outcomes for it as it was when it was `sent`. One that was
 * changed since then keeps its status: the change has work of its own.
 */
export function withOutcomes(
  current: StoredObject,
  sent: StoredObject,
  outcomes: readonly Outcome[],
): ObjectNotes {
  const now = current.replication;
  const isSame =
    now?.change === sent.replication?.change &&
    current.modifiedAt === sent.modifiedAt &&
    current.etag === sent.etag;
  const targets: Record<string, TargetState> = { ...now?.targets };
  for (const { arn, status, version } of outcomes) {
    const before = targets[arn];
    targets[arn] = {
      ...before,
      status: (isSame ? status : undefined) ?? before?.status ?? 'PENDING',
      ...(version === undefined ? {} : { version }),
    };
  }
  return { replication: { ...now, targets } };
}
