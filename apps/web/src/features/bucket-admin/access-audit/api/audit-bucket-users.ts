import { auditBucketUsers } from '@stowage/contract/bucket-admin/access';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** The users that can reach a bucket, each with what it may do and why. */
export function bucketUsersQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'audit-users'),
    queryFn: ({ signal }) => call(auditBucketUsers, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
