import {
  type AccessRule,
  deleteAccessRule,
  listAccessRules,
  setAccessRule,
} from '@stowage/contract/bucket-admin/access';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** What anonymous users can do below which prefix of a bucket. */
export function accessRulesQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'access-rules'),
    queryFn: ({ signal }) => call(listAccessRules, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}

/** Sets what anonymous users can do below a prefix, unless it has changed since the revision. */
export function useSetAccessRule(bucket: string) {
  return useBucketChange(
    ({ prefix, access, revision }: AccessRule) =>
      call(setAccessRule, { params: { bucket }, query: { revision }, body: { prefix, access } }),
    { shown: accessRulesQuery(bucket).queryKey },
  );
}

/** Revokes what a rule grants to anonymous users, unless it has changed meanwhile. */
export function useDeleteAccessRule(bucket: string) {
  return useBucketChange(
    ({ prefix, revision }: AccessRule) =>
      call(deleteAccessRule, { params: { bucket }, query: { revision }, body: { prefix } }),
    { shown: accessRulesQuery(bucket).queryKey },
  );
}
