import type * as contract from '@stowage/contract/bucket-admin/replication';
import type { RemoteTarget } from '@stowage/storage-client/admin';
import type { ReplicationMetrics } from '@stowage/storage-client/s3';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { ReplicationReader } from './ports.ts';
import { targetArn, targetOrigin } from './rule.ts';
import { readTargets } from './targets.ts';

/** Returns the replication state of each target, with or without a rule. */
export async function replicationStatus(
  port: ReplicationReader,
  bucket: string,
  signal: AbortSignal,
): Promise<contract.ReplicationTargetStatus[]> {
  const configuration = await port.s3.getBucketReplication({ bucket, signal });
  const targets = await readTargets(port, bucket, signal);
  const arns = new Set([
    ...configuration.rules.map((rule) => targetArn(rule, configuration)),
    ...(targets ?? []).map(({ arn }) => arn),
  ]);
  if (arns.size === 0) return [];
  const metrics = await readMetrics(port, bucket, signal);
  return [...arns].map((arn) => ({
    arn,
    ...presentTarget(targets?.find((target) => target.arn === arn)),
    ...presentMetrics(metrics, arn, arns.size),
  }));
}

/** Undefined if the server has no counts. */
async function readMetrics(
  { s3 }: ReplicationReader,
  bucket: string,
  signal: AbortSignal,
): Promise<ReplicationMetrics | undefined> {
  try {
    return await s3.getReplicationMetrics({ bucket, signal });
  } catch (error) {
    if (storageError(error)?.code === 'NotSupported') return undefined;
    throw error;
  }
}

function presentTarget(target: RemoteTarget | undefined) {
  if (target === undefined) return {};
  return {
    endpoint: targetOrigin(target),
    bucket: target.targetBucket,
    ...(target.online !== undefined && { online: target.online }),
    ...(target.lastOnline !== undefined && { lastOnline: target.lastOnline }),
  };
}

/**
 * Pending objects are counted for all targets together, so they are shown only if there is a single
 * target.
 */
function presentMetrics(metrics: ReplicationMetrics | undefined, arn: string, count: number) {
  if (metrics === undefined) return {};
  const none = { objects: 0, size: 0 };
  const { replicated = none, failed = none } = Object.hasOwn(metrics.targets, arn)
    ? (metrics.targets[arn] ?? {})
    : {};
  return { replicated, failed, ...(count === 1 && { pending: metrics.pending }) };
}
