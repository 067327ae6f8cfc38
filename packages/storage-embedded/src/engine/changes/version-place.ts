import { S3Error } from '@stowage/storage-wire/s3-error';
import type { VersionTables } from '../index/version-tables.ts';
import type { ReplicaOrigin } from '../object-replication.ts';
import type { CachedBucket } from './bucket-cache.ts';
import { innerVersion } from './stored-object.ts';
import { makeVersionId } from './version-id.ts';

/** The version a write creates and its position among the other versions of the key. */
export interface VersionPlace {
  readonly version: string;
  /** Fractional if the version belongs between two consecutive ones. */
  readonly order: number;
  readonly modifiedAt: number;
}

/**
 * Determines the version that a write creates.
 *
 * @param origin set for a version created on another server; these may arrive late and in any
 *    order, and are ordered by age
 * @throws S3Error InvalidArgument if a version id is sent to a bucket without versioning
 */
export function placeOfVersion(
  versions: VersionTables,
  at: { readonly bucket: CachedBucket; readonly key: string; readonly sequence: number },
  origin: ReplicaOrigin | undefined,
): VersionPlace {
  const { bucket, key, sequence } = at;
  const now = Date.now();
  const enabled = bucket.entry.versioning === 'enabled';
  const modifiedAt = origin?.modifiedAt ?? now;
  if (origin?.versionId === undefined) {
    return { version: enabled ? makeVersionId(now, sequence) : '', order: sequence, modifiedAt };
  }
  const version = innerVersion(origin.versionId);
  if (version !== '' && !enabled) {
    throw new S3Error('InvalidArgument', 'The bucket does not keep versions.');
  }
  const where = { bucket: bucket.id, key, not: version };
  return { version, order: orderAt(versions, where, { modifiedAt, sequence }), modifiedAt };
}

function orderAt(
  versions: VersionTables,
  where: { bucket: number; key: string; not: string },
  { modifiedAt, sequence }: { modifiedAt: number; sequence: number },
): number {
  const found = versions.current(where.bucket, where.key);
  const current = found?.version === where.not ? undefined : found;
  const noncurrent = versions.youngerThan(where, modifiedAt);
  const younger =
    noncurrent ?? (current && current.modified > modifiedAt ? current.ord : undefined);
  if (younger === undefined) {
    return sequence;
  }
  const older = versions.below(where, younger) ?? 0;
  const order = (older + younger) / 2;
  if (order <= older || order >= younger) {
    throw new S3Error('InternalError', 'There is no room between the versions of the key.');
  }
  return order;
}
