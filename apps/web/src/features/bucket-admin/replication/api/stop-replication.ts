import { stopReplication } from '@stowage/contract/bucket-admin/replication';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Deletes all replication rules of a bucket and their targets. */
export function useStopReplication(bucket: string) {
  return useBucketChange(() => call(stopReplication, { params: { bucket } }));
}
