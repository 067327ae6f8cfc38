import {
  deleteReplicationRule,
  type ReplicationRule,
} from '@stowage/contract/bucket-admin/replication';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Deletes a rule that is not the last, unless somebody has changed it meanwhile. */
export function useDeleteReplicationRule(bucket: string) {
  return useBucketChange(({ id, revision }: ReplicationRule) =>
    call(deleteReplicationRule, { params: { bucket, rule: id }, query: { revision } }),
  );
}
