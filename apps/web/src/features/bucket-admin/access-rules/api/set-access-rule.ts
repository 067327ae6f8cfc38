import { type AccessRule, setAccessRule } from '@stowage/contract/bucket-admin/access';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Says what anonymous users can do under a prefix, unless somebody else has said so since the revision. */
export function useSetAccessRule(bucket: string) {
  return useBucketChange(({ prefix, access, revision }: AccessRule) =>
    call(setAccessRule, { params: { bucket }, query: { revision }, body: { prefix, access } }),
  );
}
