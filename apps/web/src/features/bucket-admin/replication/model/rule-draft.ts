import type {
  ReplicationRequest,
  ReplicationRule,
} from '@stowage/contract/bucket-admin/replication';
import { isBucketName } from '@stowage/domain/bucket-name';
import { replicationText } from '#web/entities/replication/en.ts';
import {
  EMPTY_REMOTE_SERVER,
  type RemoteServerDraft,
  remoteServerErrors,
  remoteServerInput,
} from '#web/entities/replication/remote-server.ts';
import {
  DEFAULT_RULE_OPTIONS,
  type RuleOptionsDraft,
  ruleOptionsErrors,
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
import { translate } from '#web/lib/i18n/messages.ts';
import type { FieldErrors } from '#web/ui/form/draft-form.ts';
import type { RuleChange } from '../api.ts';
import { replicationSectionText } from '../en.ts';

/** A new rule with its target, as entered. */
export interface NewRuleDraft extends RemoteServerDraft, TransferDraft, RuleOptionsDraft {
  readonly destinationBucket: string;
}

export const NEW_RULE: NewRuleDraft = {
  ...EMPTY_REMOTE_SERVER,
  ...DEFAULT_TRANSFER,
  ...DEFAULT_RULE_OPTIONS,
  destinationBucket: '',
};

/** Returns the errors that prevent a new rule from being sent, by field. */
export function newRuleErrors(draft: NewRuleDraft): FieldErrors {
  return {
    ...remoteServerErrors(draft),
    ...(!isBucketName(draft.destinationBucket) && {
      destinationBucket: translate(replicationSectionText, 'add.destinationError'),
    }),
    ...transferErrors(draft),
    ...ruleOptionsErrors(draft),
  };
}

/** Returns the request for a valid new rule of a bucket. */
export function newRuleRequest(originBucket: string, draft: NewRuleDraft): ReplicationRequest {
  return {
    ...remoteServerInput(draft),
    ...transferInput(draft),
    ...ruleOptionsInput(draft),
    bucketsRelation: [{ originBucket, destinationBucket: draft.destinationBucket }],
  };
}

/** A rule being edited. Credentials are only entered to replace the target's current ones. */
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

/** New credentials need both values or neither. */
function credentialsErrors({ accessKey, secretKey }: RuleDraft): FieldErrors {
  if (accessKey === '' && secretKey === '') return {};
  const error = translate(replicationSectionText, 'edit.credentialsError');
  return {
    ...(accessKey.length < shortestAccessKey && { accessKey: error }),
    ...(secretKey.length < shortestSecretKey && { secretKey: error }),
  };
}

/**
 * Returns the errors that prevent a changed rule from being sent, by field. An existing rule has a
 * priority.
 */
export function ruleErrors(draft: RuleDraft): FieldErrors {
  return {
    ...ruleOptionsErrors(draft),
    ...(draft.priority === undefined && {
      priority: translate(replicationText, 'priorityError'),
    }),
    ...transferErrors(draft),
    ...credentialsErrors(draft),
  };
}

/**
 * Returns the request for a valid change. The target's options are included only if they were
 * changed, because their current values may be unknown.
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
