import {
  type ReplicationRequest,
  setReplication,
} from '@stowage/contract/bucket-admin/replication';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/**
 * Sets up replication of one or several buckets and gives what came of it for
 * each. An answer may hold failures, so whatever is known about buckets is
 * loaded again in any case.
 */
export function useSetReplication() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: ReplicationRequest) =>
      (await call(setReplication, { body })).replicationState,
    onSettled: () => queryClient.invalidateQueries({ queryKey: bucketKeys.all }),
    meta: { errors: 'dialog' },
  });
}
