import { listExternalBuckets } from '@stowage/contract/bucket-admin/replication';
import { useMutation } from '@tanstack/react-query';
import {
  type RemoteServerDraft,
  remoteServerInput,
} from '#web/entities/replication/remote-server.ts';
import { call } from '#web/lib/api/call.ts';

/** Lists the bucket names of a remote server. The credentials are discarded after the response. */
export function useListExternalBuckets() {
  return useMutation({
    mutationFn: async (draft: RemoteServerDraft) => {
      const body = { ...remoteServerInput(draft), useTLS: draft.useTls };
      const { buckets } = await call(listExternalBuckets, { body });
      return buckets.map(({ name }) => name);
    },
    gcTime: 0,
    meta: { errors: 'dialog' },
  });
}
