import type { Bucket } from '@stowage/contract/buckets';
import type { ObjectDetail } from '@stowage/contract/object-detail';

type Known = Partial<Pick<ObjectDetail, 'version_id' | 'legal_hold_status' | 'retention_mode'>>;

function hasVersion({ version_id: id = '' }: Known): boolean {
  return id !== '' && id !== 'null';
}

/** Whether an object may have several versions: versioning is or was enabled for its bucket. */
export function isVersioned({ details }: Bucket, object: Known | undefined): boolean {
  if (details?.versioning === true || details?.versioningSuspended === true) return true;
  return object !== undefined && hasVersion(object);
}

/** Whether a version can be locked: its bucket has object locking, and it is a real version. */
export function isLockable({ details }: Bucket, object: Known): boolean {
  const isLocked = object.legal_hold_status !== undefined || object.retention_mode !== undefined;
  return hasVersion(object) && (details?.locking === true || isLocked);
}
