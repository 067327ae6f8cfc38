import { setQuota } from '@stowage/contract/bucket-admin/settings';
import type { BucketQuota } from '@stowage/contract/buckets';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Limits what the bucket may hold, or lifts the limit. */
export function useSetQuota(bucket: string) {
  return useBucketChange(({ revision, ...body }: BucketQuota & { readonly revision: string }) =>
    call(setQuota, { params: { bucket }, query: { revision }, body }),
  );
}
