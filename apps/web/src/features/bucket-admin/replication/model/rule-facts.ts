import type {
  ReplicationRule,
  ReplicationTargetStatus,
} from '@stowage/contract/bucket-admin/replication';

type Destination = Pick<ReplicationRule, 'destination' | 'targetBucket'>;

/** The bucket that a rule replicates to: the end of its ARN, where the server tells no better. */
export function destinationName({ destination, targetBucket }: Destination): string {
  return targetBucket ?? destination.bucket.slice(destination.bucket.lastIndexOf(':') + 1);
}

/** How replication to the target of a rule goes; undefined while nobody knows. */
export function statusOf(
  rule: ReplicationRule,
  targets: readonly ReplicationTargetStatus[],
): ReplicationTargetStatus | undefined {
  return targets.find(({ arn }) => arn === rule.destination.bucket);
}

/** Targets that cannot be reached, or whose last attempt failed with a reason. */
export function troubledTargets(
  targets: readonly ReplicationTargetStatus[],
): readonly ReplicationTargetStatus[] {
  return targets.filter(
    ({ online, error }) => online === false || (error !== undefined && error !== ''),
  );
}

/** The rules in the order in which they are looked at: the highest priority first. */
export function byPriority(rules: readonly ReplicationRule[]): readonly ReplicationRule[] {
  return rules.toSorted((a, b) => b.priority - a.priority || a.id.localeCompare(b.id));
}
