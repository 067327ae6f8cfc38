import { listReplicationRules } from '@stowage/contract/bucket-admin/replication';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** The replication rules of the bucket. */
export function replicationRulesQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'replication'),
    queryFn: ({ signal }) => call(listReplicationRules, { params: { bucket } }, { signal }),
    meta: { errors: 'screen' },
  });
}
