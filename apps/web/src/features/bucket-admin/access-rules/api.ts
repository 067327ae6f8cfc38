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

/** What anonymous users can do under which prefix of a bucket. */
export function accessRulesQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'access-rules'),
    queryFn: ({ signal }) => call(listAccessRules, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}

/** Says what anonymous users can do under a prefix, unless somebody else has said so since the revision. */
export function useSetAccessRule(bucket: string) {
  return useBucketChange(
    ({ prefix, access, revision }: AccessRule) =>
      call(setAccessRule, { params: { bucket }, query: { revision }, body: { prefix, access } }),
    { shown: accessRulesQuery(bucket).queryKey },
  );
}

/** Takes from anonymous users what a rule gave them, unless somebody has changed it meanwhile. */
export function useDeleteAccessRule(bucket: string) {
  return useBucketChange(
    ({ prefix, revision }: AccessRule) =>
      call(deleteAccessRule, { params: { bucket }, query: { revision }, body: { prefix } }),
    { shown: accessRulesQuery(bucket).queryKey },
  );
}
