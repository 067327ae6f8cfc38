import { setRetention } from '@stowage/contract/bucket-admin/settings';
import type { BucketRetention } from '@stowage/contract/buckets';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Locks new objects for a time. */
export function useSetRetention(bucket: string) {
  return useBucketChange(({ revision, ...body }: BucketRetention & { readonly revision: string }) =>
    call(setRetention, { params: { bucket }, query: { revision }, body }),
  );
}
