import { getObjectLocking } from '@stowage/contract/bucket-admin/settings';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** Whether objects of the bucket can be locked. */
export function objectLockingQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'object-locking'),
    queryFn: ({ signal }) => call(getObjectLocking, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
