import { addLifecycleRule, type LifecycleInput } from '@stowage/contract/bucket-admin/lifecycle';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Adds a lifecycle rule to those of a bucket. */
export function useAddLifecycleRule(bucket: string) {
  return useBucketChange((body: LifecycleInput) =>
    call(addLifecycleRule, { params: { bucket }, body }),
  );
}
