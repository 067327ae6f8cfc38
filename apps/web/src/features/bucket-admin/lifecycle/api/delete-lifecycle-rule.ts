import { deleteLifecycleRule, type LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Deletes a rule, unless somebody has changed it meanwhile. */
export function useDeleteLifecycleRule(bucket: string) {
  return useBucketChange(({ id, revision }: LifecycleRule) =>
    call(deleteLifecycleRule, { params: { bucket, id }, query: { revision } }),
  );
}
