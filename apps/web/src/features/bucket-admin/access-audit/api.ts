import { auditBucketUsers, listBucketPolicies } from '@stowage/contract/bucket-admin/access';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** The users with access to a bucket, each with their abilities and the reasons. */
export function bucketUsersQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'audit-users'),
    queryFn: ({ signal }) => call(auditBucketUsers, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}

/** The policies that apply to a bucket, and what anonymous users can do with it. */
export function bucketPoliciesQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'audit-policies'),
    queryFn: ({ signal }) => call(listBucketPolicies, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
