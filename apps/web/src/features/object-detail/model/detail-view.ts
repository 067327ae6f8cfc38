import type { Bucket } from '@stowage/contract/buckets';
import type { ObjectDetail } from '@stowage/contract/object-detail';

type Known = Partial<Pick<ObjectDetail, 'version_id' | 'legal_hold_status' | 'retention_mode'>>;

function hasVersion({ version_id: id = '' }: Known): boolean {
  return id !== '' && id !== 'null';
}

/** Whether an object may have several versions: its bucket keeps them, or has kept them. */
export function isVersioned({ details }: Bucket, object: Known | undefined): boolean {
  if (details?.versioning === true || details?.versioningSuspended === true) return true;
  return object !== undefined && hasVersion(object);
}

/** Whether a version can be locked: it is one, in a bucket with object locking. */
export function isLockable({ details }: Bucket, object: Known): boolean {
  const isLocked = object.legal_hold_status !== undefined || object.retention_mode !== undefined;
  return hasVersion(object) && (details?.locking === true || isLocked);
}
