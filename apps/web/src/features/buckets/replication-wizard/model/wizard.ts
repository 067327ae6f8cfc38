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

/** A bucket, where it is to be replicated to, and what came of it. */
export interface Assignment {
  readonly origin: string;
  /** '' while none is chosen. */
  readonly destination: string;
  readonly result?: { readonly error: string | undefined };
}

/** What the wizard collects. */
export interface WizardDraft extends RemoteServerDraft, TransferDraft {
  readonly assignments: readonly Assignment[];
}

/** The draft as the wizard opens for these buckets. */
export function newDraft(buckets: readonly string[]): WizardDraft {
  return {
    ...EMPTY_REMOTE_SERVER,
    ...DEFAULT_TRANSFER,
    assignments: buckets.map((origin) => ({ origin, destination: '' })),
  };
}

/**
 * The assignments once the remote server has told its buckets: a choice that it has
 * stays; else the bucket of the same name is proposed.
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

/** The assignments with another destination of one bucket; what came of it before is past. */
export function assigned(
  assignments: readonly Assignment[],
  origin: string,
  destination: string,
): readonly Assignment[] {
  return assignments.map((one) => (one.origin === origin ? { origin, destination } : one));
}

/** The assignments with what came of each; `noAnswer` is said of those that the answer leaves out. */
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

/** Whether a bucket replicates now. */
export function isDone({ result }: Assignment): boolean {
  return result !== undefined && result.error === undefined;
}

/** Whether every bucket has a destination and none replicates already. */
export function areAssigned(assignments: readonly Assignment[]): boolean {
  return (
    assignments.length > 0 && assignments.every((one) => one.destination !== '' && !isDone(one))
  );
}

/** What is sent: the whole request, with the defaults of a rule. */
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
