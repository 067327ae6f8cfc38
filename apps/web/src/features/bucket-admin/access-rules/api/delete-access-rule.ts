import { type AccessRule, deleteAccessRule } from '@stowage/contract/bucket-admin/access';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Takes from anonymous users what a rule gave them, unless somebody has changed it meanwhile. */
export function useDeleteAccessRule(bucket: string) {
  return useBucketChange(({ prefix, revision }: AccessRule) =>
    call(deleteAccessRule, { params: { bucket }, query: { revision }, body: { prefix } }),
  );
}
