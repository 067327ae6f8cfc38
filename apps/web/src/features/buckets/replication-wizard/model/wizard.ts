import type {
  ReplicationRequest,
  ReplicationState,
} from '@stowage/contract/bucket-admin/replication';
import {
  EMPTY_REMOTE_SERVER,
  type RemoteServerDraft,
  remoteServerInput,
} from '#web/entities/replication/remote-server.ts';
import { DEFAULT_RULE_OPTIONS, ruleOptionsInput } from '#web/entities/replication/rule-options.ts';
import {
  DEFAULT_TRANSFER,
  type TransferDraft,
  transferInput,
} from '#web/entities/replication/transfer-options.ts';

/** A bucket, its replication destination, and the result. */
export interface Assignment {
  readonly origin: string;
  /** '' while none is chosen. */
  readonly destination: string;
  readonly result?: { readonly error: string | undefined };
}

/** The values the wizard collects. */
export interface WizardDraft extends RemoteServerDraft, TransferDraft {
  readonly assignments: readonly Assignment[];
}

/** Returns the wizard's initial draft for these buckets. */
export function newDraft(buckets: readonly string[]): WizardDraft {
  return {
    ...EMPTY_REMOTE_SERVER,
    ...DEFAULT_TRANSFER,
    assignments: buckets.map((origin) => ({ origin, destination: '' })),
  };
}

/**
 * Returns the assignments once the remote server's buckets are known: an existing choice is kept,
 * otherwise the bucket with the same name is suggested.
 */
export function proposed(
  assignments: readonly Assignment[],
  remoteBuckets: readonly string[],
): readonly Assignment[] {
  const remote = new Set(remoteBuckets);
  return assignments.map(({ origin, destination }) => {
    if (remote.has(destination)) return { origin, destination };
    return { origin, destination: remote.has(origin) ? origin : '' };
  });
}

/**
 * Returns the assignments with a new destination for one bucket, whose earlier result is cleared.
 */
export function assigned(
  assignments: readonly Assignment[],
  origin: string,
  destination: string,
): readonly Assignment[] {
  return assignments.map((one) => (one.origin === origin ? { origin, destination } : one));
}

/**
 * Returns the assignments with their results; `noAnswer` is the error of buckets missing from the
 * response.
 */
export function withResults(
  assignments: readonly Assignment[],
  states: readonly ReplicationState[],
  noAnswer: string,
): readonly Assignment[] {
  return assignments.map(({ origin, destination }) => {
    const state = states.find(({ originBucket }) => originBucket === origin);
    const error = state === undefined ? noAnswer : state.errorString || undefined;
    return { origin, destination, result: { error } };
  });
}

/** Whether a bucket is being replicated. */
export function isDone({ result }: Assignment): boolean {
  return result !== undefined && result.error === undefined;
}

/** Whether every bucket has a destination and none is replicated yet. */
export function areAssigned(assignments: readonly Assignment[]): boolean {
  return (
    assignments.length > 0 && assignments.every((one) => one.destination !== '' && !isDone(one))
  );
}

/** Returns the whole request, with default values for the rule. */
export function wizardRequest(draft: WizardDraft): ReplicationRequest {
  return {
    ...remoteServerInput(draft),
    ...transferInput(draft),
    ...ruleOptionsInput(DEFAULT_RULE_OPTIONS),
    bucketsRelation: draft.assignments.map(({ origin, destination }) => ({
      originBucket: origin,
      destinationBucket: destination,
    })),
  };
}
