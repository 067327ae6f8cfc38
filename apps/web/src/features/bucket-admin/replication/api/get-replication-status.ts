import { getReplicationStatus } from '@stowage/contract/bucket-admin/replication';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Milliseconds between two looks, while the page is in front of somebody. */
export const statusInterval = 5000;

/**
 * How replication to each target of a bucket goes. Its key stands apart from
 * the bucket's settings: it is asked for again and again, and changes none.
 */
export function replicationStatusQuery(bucket: string) {
  return queryOptions({
    queryKey: ['replication-status', bucket],
    queryFn: async ({ signal }) =>
      (await call(getReplicationStatus, { params: { bucket } }, { signal })).targets,
    refetchInterval: statusInterval,
    refetchIntervalInBackground: false,
    meta: { errors: 'screen' },
  });
}
