import type {
  ReplicationRule,
  ReplicationTargetStatus,
} from '@stowage/contract/bucket-admin/replication';

type Destination = Pick<ReplicationRule, 'destination' | 'targetBucket'>;

/**
 * Returns the bucket that a rule replicates to: the end of its ARN unless the server reports the
 * name.
 */
export function destinationName({ destination, targetBucket }: Destination): string {
  return targetBucket ?? destination.bucket.slice(destination.bucket.lastIndexOf(':') + 1);
}

/** Returns the replication state of a rule's target; undefined if unknown. */
export function statusOf(
  rule: ReplicationRule,
  targets: readonly ReplicationTargetStatus[],
): ReplicationTargetStatus | undefined {
  return targets.find(({ arn }) => arn === rule.destination.bucket);
}

/** Returns the targets that are unreachable or whose last attempt failed with an error. */
export function troubledTargets(
  targets: readonly ReplicationTargetStatus[],
): readonly ReplicationTargetStatus[] {
  return targets.filter(
    ({ online, error }) => online === false || (error !== undefined && error !== ''),
  );
}

/** Returns the rules in evaluation order: highest priority first. */
export function byPriority(rules: readonly ReplicationRule[]): readonly ReplicationRule[] {
  return rules.toSorted((a, b) => b.priority - a.priority || a.id.localeCompare(b.id));
}
