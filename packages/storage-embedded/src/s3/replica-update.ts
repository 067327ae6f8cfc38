import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { ReplicaOrigin } from '../engine/object-replication.ts';
import type { AttributesChange, StoredBucket, StoredObject } from '../engine/types.ts';
import { readDescription, readTags } from './object-attributes.ts';
import { type Retention, readLockAttributes } from './object-lock.ts';
import { changedAt } from './replication-request.ts';

/**
 * Applies another server's attributes to an existing version; MinIO sends them as a copy of the
 * version onto itself. If tags or locks were changed on both sides, the later change wins.
 *
 * @throws S3Error NoSuchKey, NoSuchVersion, ObjectLocked, and those of reading the attributes
 */
export function updateReplica(
  request: ApiRequest,
  bucket: StoredBucket,
  origin: ReplicaOrigin,
): Promise<StoredObject> {
  const { versionId } = origin;
  if (versionId === undefined) {
    throw new S3Error('InvalidArgument', 'A copy of a replica names its version.');
  }
  const description = readDescription(request);
  const tags = readTags(request);
  const locks = readLockAttributes(request, bucket);
  const sentAt = changedAt(request);
  return request.store.engine.updateObject(
    { bucket: bucket.name, key: request.key, versionId, isReplica: true },
    ({ replication, retention }): AttributesChange => {
      const known = replication?.updatedAt;
      const isLater = sentAt === undefined || known === undefined || sentAt >= known;
      const updatedAt = isLater ? sentAt : known;
      if (isLater) {
        refuseWeakening(retention, locks.retention);
      }
      return {
        ...description,
        ...(isLater ? { tags, ...locks, retention: locks.retention ?? null } : {}),
        replication: {
          ...replication,
          replica: true,
          ...(updatedAt === undefined ? {} : { updatedAt }),
        },
      };
    },
  );
}

/**
 * A compliance retention must never be shortened, whichever server did it; for governance, the
 * source has already allowed it.
 */
function refuseWeakening(now: Retention | undefined, next: Retention | undefined): void {
  if (
    now?.mode === 'COMPLIANCE' &&
    now.until > Date.now() &&
    (next?.mode !== 'COMPLIANCE' || next.until < now.until)
  ) {
    throw new S3Error('ObjectLocked');
  }
}
