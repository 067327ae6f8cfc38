import type {
  ReplicationRequest,
  ReplicationState,
} from '@stowage/contract/bucket-admin/replication';
import {
  EMPTY_REMOTE_SERVER,
  type RemoteServerDraft,
  remoteServerErrors,
  remoteServerInput,
} from '#web/entities/replication/remote-server.ts';
import { DEFAULT_RULE_OPTIONS, ruleOptionsInput } from '#web/entities/replication/rule-options.ts';
import {
  DEFAULT_TRANSFER,
  type TransferDraft,
  transferErrors,
  transferInput,
} from '#web/entities/replication/transfer-options.ts';

export const STEPS = ['remote', 'assign'] as const;
export type Step = (typeof STEPS)[number];

/** A bucket, where it is to be replicated to, and what came of it. */
export interface Assignment {
  readonly origin: string;
  /** '' while none is chosen. */
  readonly destination: string;
  readonly result?: { readonly error: string | undefined };
}

export type RemoteDraft = RemoteServerDraft & TransferDraft;

export interface Wizard {
  readonly step: Step;
  readonly draft: RemoteDraft;
  readonly remoteBuckets: readonly string[];
  readonly assignments: readonly Assignment[];
}

export type WizardAction =
  | { readonly type: 'changed'; readonly part: Partial<RemoteDraft> }
  /** The remote server has told its buckets. */
  | { readonly type: 'listed'; readonly remoteBuckets: readonly string[] }
  | { readonly type: 'wentBack' }
  | { readonly type: 'assigned'; readonly origin: string; readonly destination: string }
  /** The server has told what came of each bucket. */
  | {
      readonly type: 'answered';
      readonly states: readonly ReplicationState[];
      /** Of buckets that the answer does not name. */
      readonly noAnswer: string;
    }
  /** The ticks have been seen. */
  | { readonly type: 'settled' };

/** The wizard as it opens for these buckets. */
export function newWizard(buckets: readonly string[]): Wizard {
  return {
    step: 'remote',
    draft: { ...EMPTY_REMOTE_SERVER, ...DEFAULT_TRANSFER },
    remoteBuckets: [],
    assignments: buckets.map((origin) => ({ origin, destination: '' })),
  };
}

/** A choice that the remote server has stays; else the bucket of the same name is proposed. */
function proposed({ origin, destination }: Assignment, remote: ReadonlySet<string>): Assignment {
  if (remote.has(destination)) return { origin, destination };
  return { origin, destination: remote.has(origin) ? origin : '' };
}

function withResult(
  { origin, destination }: Assignment,
  states: readonly ReplicationState[],
  noAnswer: string,
): Assignment {
  const state = states.find(({ originBucket }) => originBucket === origin);
  const error = state === undefined ? noAnswer : state.errorString || undefined;
  return { origin, destination, result: { error } };
}

/** Whether a bucket replicates now. */
export function isDone({ result }: Assignment): boolean {
  return result !== undefined && result.error === undefined;
}

/** The wizard after an action. */
export function reduceWizard(wizard: Wizard, action: WizardAction): Wizard {
  const { assignments } = wizard;
  switch (action.type) {
    case 'changed':
      return { ...wizard, draft: { ...wizard.draft, ...action.part } };
    case 'listed': {
      const remote = new Set(action.remoteBuckets);
      return {
        ...wizard,
        step: 'assign',
        remoteBuckets: action.remoteBuckets,
        assignments: assignments.map((one) => proposed(one, remote)),
      };
    }
    case 'wentBack':
      return { ...wizard, step: 'remote' };
    case 'assigned': {
      const { origin, destination } = action;
      return {
        ...wizard,
        assignments: assignments.map((one) =>
          one.origin === origin ? { origin, destination } : one,
        ),
      };
    }
    case 'answered':
      return {
        ...wizard,
        assignments: assignments.map((one) => withResult(one, action.states, action.noAnswer)),
      };
    case 'settled':
      return { ...wizard, assignments: assignments.filter((one) => !isDone(one)) };
  }
}

/** Whether the current step can be left forwards. */
export function canContinue({ step, draft, assignments }: Wizard): boolean {
  if (step === 'remote') {
    return remoteServerErrors(draft).length === 0 && transferErrors(draft).length === 0;
  }
  return (
    assignments.length > 0 && assignments.every((one) => one.destination !== '' && !isDone(one))
  );
}

/** What is sent: the whole request, with the defaults of a rule. */
export function wizardRequest({ draft, assignments }: Wizard): ReplicationRequest {
  return {
    ...remoteServerInput(draft),
    ...transferInput(draft),
    ...ruleOptionsInput(DEFAULT_RULE_OPTIONS),
    bucketsRelation: assignments.map(({ origin, destination }) => ({
      originBucket: origin,
      destinationBucket: destination,
    })),
  };
}
