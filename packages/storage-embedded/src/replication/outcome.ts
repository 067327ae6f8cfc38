import type { TargetState } from '../engine/object-replication.ts';
import type { ObjectNotes, StoredObject } from '../engine/types.ts';

/** The result of a work item at one target. */
export interface Outcome {
  readonly arn: string;
  /** Undefined keeps the status stored with the object. */
  readonly status: 'COMPLETED' | 'FAILED' | undefined;
  /** No further attempt is needed. */
  readonly over: boolean;
  readonly version?: string | undefined;
}

/** Whether an outcome is already stored with the object. */
export function isNoted({ replication }: StoredObject, { arn, status, version }: Outcome): boolean {
  const known = replication?.targets?.[arn];
  return (
    status === undefined ||
    (known?.status === status && (version === undefined || known.version === version))
  );
}

/**
 * Returns the notes to store with a version, given the outcomes for its state when it was `sent`.
 * If it has changed since, it keeps its status, as the change has its own work item.
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
