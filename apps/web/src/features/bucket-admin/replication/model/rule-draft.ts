import type {
  ReplicationRequest,
  ReplicationRule,
} from '@stowage/contract/bucket-admin/replication';
import { isBucketName } from '@stowage/domain/bucket-name';
import {
  EMPTY_REMOTE_SERVER,
  type RemoteServerDraft,
  remoteServerErrors,
  remoteServerInput,
} from '#web/entities/replication/remote-server.ts';
import {
  areRuleOptionsValid,
  DEFAULT_RULE_OPTIONS,
  type RuleOptionsDraft,
  ruleOptionsInput,
} from '#web/entities/replication/rule-options.ts';
import {
  DEFAULT_TRANSFER,
  type TransferDraft,
  transferDraft,
  transferErrors,
  transferInput,
} from '#web/entities/replication/transfer-options.ts';
import { decodePairs } from '#web/entities/tag-pairs/tag-pairs.ts';
import type { RuleChange } from '../api.ts';

/** A new rule with its target, as it is being entered. */
export interface NewRuleDraft extends RemoteServerDraft, TransferDraft, RuleOptionsDraft {
  readonly destinationBucket: string;
}

export const NEW_RULE: NewRuleDraft = {
  ...EMPTY_REMOTE_SERVER,
  ...DEFAULT_TRANSFER,
  ...DEFAULT_RULE_OPTIONS,
  destinationBucket: '',
};

/** Whether a new rule can be sent as it stands. */
export function isNewRuleValid(draft: NewRuleDraft): boolean {
  return (
    remoteServerErrors(draft).length === 0 &&
    isBucketName(draft.destinationBucket) &&
    transferErrors(draft).length === 0 &&
    areRuleOptionsValid(draft)
  );
}

/** What is sent for a valid new rule of a bucket. */
export function newRuleRequest(originBucket: string, draft: NewRuleDraft): ReplicationRequest {
  return {
    ...remoteServerInput(draft),
    ...transferInput(draft),
    ...ruleOptionsInput(draft),
    bucketsRelation: [{ originBucket, destinationBucket: draft.destinationBucket }],
  };
}

/** A rule as it is being changed. Credentials are asked for only to replace those that the target has. */
export interface RuleDraft extends TransferDraft, RuleOptionsDraft {
  readonly accessKey: string;
  readonly secretKey: string;
}

export function ruleDraft(rule: ReplicationRule): RuleDraft {
  return {
    accessKey: '',
    secretKey: '',
    ...transferDraft(rule),
    prefix: rule.prefix,
    tags: decodePairs(rule.tags),
    priority: rule.priority,
    storageClass: rule.storageClass ?? '',
    replicateDeleteMarkers: rule.delete_marker_replication,
    replicateDeletes: rule.deletes_replication,
    replicateMetadata: rule.metadata_replication,
    replicateExistingObjects: rule.existing_objects,
  };
}

const shortestAccessKey = 3;
const shortestSecretKey = 8;

/** New credentials are both or none. */
export function areNewCredentialsValid({ accessKey, secretKey }: RuleDraft): boolean {
  const none = accessKey === '' && secretKey === '';
  return none || (accessKey.length >= shortestAccessKey && secretKey.length >= shortestSecretKey);
}

/** Whether a changed rule can be sent as it stands. */
export function isRuleValid(draft: RuleDraft): boolean {
  return (
    areNewCredentialsValid(draft) &&
    transferErrors(draft).length === 0 &&
    areRuleOptionsValid(draft) &&
    draft.priority !== undefined
  );
}

/**
 * What is sent for a valid change. The options of the target go along only when
 * they were changed: they may not be known here.
 */
export function ruleChange(rule: ReplicationRule, draft: RuleDraft): RuleChange {
  const before = transferInput(transferDraft(rule));
  const after = transferInput(draft);
  const sameTransfer = JSON.stringify(before) === JSON.stringify(after);
  const { accessKey, secretKey } = draft;
  return {
    ...ruleOptionsInput(draft),
    ...(sameTransfer ? {} : after),
    ...(accessKey === '' ? {} : { accessKey, secretKey }),
  };
}
