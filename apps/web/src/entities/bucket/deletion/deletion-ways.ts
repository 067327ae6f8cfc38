import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';

type Allowed = Pick<Bucket, 'allowedActions'>;

/** Whether the caller may delete the bucket, empty or by force. */
export function canDelete({ allowedActions }: Allowed): boolean {
  return (
    grants(allowedActions, 's3:DeleteBucket') || grants(allowedActions, 's3:ForceDeleteBucket')
  );
}

/** Whether only the way by force is open, which takes everything in the bucket along. */
export function onlyByForce({ allowedActions }: Allowed): boolean {
  return canDelete({ allowedActions }) && !grants(allowedActions, 's3:DeleteBucket');
}

/** Whether the caller may delete what is in the bucket, all versions of it where there are any. */
export function canEmpty({ allowedActions }: Allowed, keepsVersions: boolean): boolean {
  return grants(allowedActions, keepsVersions ? 's3:DeleteObjectVersion' : 's3:DeleteObject');
}
