import type { Finding } from '@stowage/contract/dashboard/attention';
import type { AccountBucket } from '@stowage/storage-client/admin';
import { boundedParallel } from '../../bounded-parallel.ts';
import { unlessMissing } from '../../changes/refused-field.ts';
import type { StorageClients } from '../../upstream/storage.ts';

const [NEAR_QUOTA, AT_QUOTA] = [0.8, 0.95];
/** More pending objects than this are not just in transit. */
const BEHIND = 100;
/** Buckets whose replication is queried. */
const MAX_ASKED = 200;
const AT_ONCE = 8;

/** The storage calls for checking replication. */
type ReplicationPort = {
  readonly s3: Pick<StorageClients['s3'], 'getReplicationMetrics'>;
  readonly admin: Pick<StorageClients['admin'], 'listRemoteTargets'>;
};

/** Finds buckets that are close to their quota. */
export function quotaFindings(buckets: readonly AccountBucket[]): readonly Finding[] {
  return buckets.flatMap(({ name, size, details }): Finding[] => {
    const quota = details?.quota ?? 0;
    if (quota <= 0 || size / quota < NEAR_QUOTA) return [];
    const severity = size / quota >= AT_QUOTA ? 'critical' : 'warning';
    return [{ kind: 'bucketQuota', severity, bucket: name, used: size, quota }];
  });
}

/** Finds buckets whose replication lags behind or whose targets are unreachable. */
export async function replicationFindings(
  port: ReplicationPort,
  buckets: readonly AccountBucket[],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const replicated = buckets
    .filter(({ details }) => details?.replication === true)
    .slice(0, MAX_ASKED);
  const found = await boundedParallel(replicated, AT_ONCE, async ({ name }) => {
    // A bucket deleted meanwhile does not keep the others from being checked.
    return (await unlessMissing('NoSuchBucket', ofBucket(port, name, signal))) ?? [];
  });
  return found.flat();
}

async function ofBucket(
  { s3, admin }: ReplicationPort,
  bucket: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const [targets, metrics] = await Promise.all([
    admin.listRemoteTargets({ bucket, signal }),
    s3.getReplicationMetrics({ bucket, signal }),
  ]);
  return targets.flatMap(({ arn, endpoint, online }): Finding[] => {
    const target = { bucket, target: arn };
    const failed = metrics.targets[arn]?.failedLately ?? { objects: 0, size: 0 };
    const { pending } = metrics;
    const isBehind = pending.objects >= BEHIND || failed.objects > 0;
    return [
      ...(online === false
        ? [{ kind: 'replicationTargetOffline', severity: 'critical', ...target, endpoint } as const]
        : []),
      ...(isBehind
        ? [
            {
              kind: 'replicationBehind',
              severity: 'warning',
              ...target,
              pending: pending.objects,
              pendingBytes: pending.size,
              failed: Math.round(failed.objects),
              failedBytes: failed.size,
            } as const,
          ]
        : []),
    ];
  });
}
