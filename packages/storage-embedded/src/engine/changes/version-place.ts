import { S3Error } from '@stowage/storage-wire/s3-error';
import type { VersionTables } from '../index/version-tables.ts';
import type { ReplicaOrigin } from '../object-replication.ts';
import type { CachedBucket } from './bucket-cache.ts';
import { innerVersion } from './stored-object.ts';
import { makeVersionId } from './version-id.ts';

/** Which version a write makes, and where it stands among the others of its key. */
export interface VersionPlace {
  readonly version: string;
  /** Not a whole number when it belongs between two versions that followed each other. */
  readonly order: number;
  readonly modifiedAt: number;
}

/**
 * @param origin of a version that was made on another server: such ones may come late and in
 *   any order, and stand by their age
 * @throws S3Error InvalidArgument where a bucket without versions is sent one
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
