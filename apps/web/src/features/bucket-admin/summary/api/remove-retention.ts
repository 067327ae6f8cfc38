import { removeRetention } from '@stowage/contract/bucket-admin/settings';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Stops locking new objects; takes the revision of the retention. */
export function useRemoveRetention(bucket: string) {
  return useBucketChange((revision: string) =>
    call(removeRetention, { params: { bucket }, query: { revision } }),
  );
}
