import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';

type Allowed = Pick<Bucket, 'allowedActions'>;

/** Whether the caller can delete the bucket, empty or by force. */
export function canDelete({ allowedActions }: Allowed): boolean {
  return (
    grants(allowedActions, 's3:DeleteBucket') || grants(allowedActions, 's3:ForceDeleteBucket')
  );
}

/** Whether the caller can only delete the bucket by force, along with everything in it. */
export function onlyByForce({ allowedActions }: Allowed): boolean {
  return canDelete({ allowedActions }) && !grants(allowedActions, 's3:DeleteBucket');
}

/** Whether the caller can delete the bucket's contents, including all versions if it has any. */
export function canEmpty({ allowedActions }: Allowed, keepsVersions: boolean): boolean {
  return grants(allowedActions, keepsVersions ? 's3:DeleteObjectVersion' : 's3:DeleteObject');
}
