import type * as contract from '@stowage/contract/bucket-admin/replication';
import type { RemoteTarget } from '@stowage/storage-client/admin';
import type { ReplicationConfiguration, ReplicationRule } from '@stowage/storage-client/s3';
import { revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { readTagPairs, writeTagPairs } from '../tag-pairs.ts';

/** What a rule replicates, with the field names of the replication request. */
export interface RuleOptions {
  readonly prefix?: string | undefined;
  readonly tags?: string | undefined;
  readonly replicateDeleteMarkers?: boolean | undefined;
  readonly replicateDeletes?: boolean | undefined;
  readonly replicateMetadata?: boolean | undefined;
  readonly replicateExistingObjects?: boolean | undefined;
  readonly storageClass?: string | undefined;
  /** 0 or absent: the next free one. */
  readonly priority?: number | undefined;
}

export function newRule(
  id: string,
  destination: string,
  options: RuleOptions,
  others: readonly ReplicationRule[],
): ReplicationRule {
  const rule: ReplicationRule = {
    stored: '',
    id,
    enabled: true,
    priority: Math.max(0, ...others.map(({ priority }) => priority)) + 1,
    prefix: '',
    tags: [],
    destination,
    deleteMarkers: false,
    deletes: false,
    metadata: false,
    existingObjects: false,
  };
  return changeRule(rule, { ...options, priority: options.priority || undefined }, others);
}

/**
 * Returns the rule with the given options; '' removes the storage class.
 * @throws ConsoleError InvalidInput with the field
 */
export function changeRule(
  rule: ReplicationRule,
  options: RuleOptions & { readonly ruleState?: boolean | undefined },
  others: readonly ReplicationRule[],
): ReplicationRule {
  const { priority = rule.priority, storageClass = rule.storageClass } = options;
  if (others.some((other) => other.priority === priority)) {
    const detail = 'Another rule of the bucket has this priority.';
    throw new ConsoleError('InvalidInput', { field: 'priority', detail });
  }
  return {
    ...rule,
    priority,
    enabled: options.ruleState ?? rule.enabled,
    prefix: options.prefix ?? rule.prefix,
    tags: options.tags === undefined ? rule.tags : readTagPairs(options.tags),
    storageClass: storageClass || undefined,
    deleteMarkers: options.replicateDeleteMarkers ?? rule.deleteMarkers,
    deletes: options.replicateDeletes ?? rule.deletes,
    metadata: options.replicateMetadata ?? rule.metadata,
    existingObjects: options.replicateExistingObjects ?? rule.existingObjects,
  };
}

/** The target of a rule; old configurations store it as their role. */
export function targetArn(rule: ReplicationRule, { role }: ReplicationConfiguration): string {
  return rule.destination.startsWith('arn:minio:') || role === '' ? rule.destination : role;
}

/** The revision of a rule; it includes its target's options, which are changed together with it. */
export function ruleRevision(rule: ReplicationRule, target: RemoteTarget | undefined): string {
  if (target === undefined) return revisionOf(rule.stored);
  const { endpoint, targetBucket, accessKey, sync, bandwidth, healthCheckSeconds } = target;
  return revisionOf([
    rule.stored,
    { endpoint, targetBucket, accessKey, sync, bandwidth, healthCheckSeconds },
  ]);
}

export function presentRule(
  rule: ReplicationRule,
  target: RemoteTarget | undefined,
): contract.ReplicationRule {
  return {
    id: rule.id,
    priority: rule.priority,
    status: rule.enabled ? 'Enabled' : 'Disabled',
    destination: { bucket: rule.destination },
    prefix: rule.prefix,
    tags: writeTagPairs(rule.tags),
    delete_marker_replication: rule.deleteMarkers,
    deletes_replication: rule.deletes,
    metadata_replication: rule.metadata,
    existing_objects: rule.existingObjects,
    ...(rule.storageClass !== undefined && { storageClass: rule.storageClass }),
    ...(target && {
      endpoint: targetOrigin(target),
      targetBucket: target.targetBucket,
      syncMode: target.sync ? ('sync' as const) : ('async' as const),
      bandwidth: String(target.bandwidth),
      healthCheckPeriod: target.healthCheckSeconds,
    }),
    revision: ruleRevision(rule, target),
  };
}

export function targetOrigin({ endpoint, secure }: RemoteTarget): string {
  return `${secure ? 'https' : 'http'}://${endpoint}`;
}
