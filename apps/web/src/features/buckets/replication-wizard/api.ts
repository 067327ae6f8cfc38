import { listExternalBuckets } from '@stowage/contract/bucket-admin/replication';
import { useMutation } from '@tanstack/react-query';
import {
  type RemoteServerDraft,
  remoteServerInput,
} from '#web/entities/replication/remote-server.ts';
import { call } from '#web/lib/api/call.ts';

/** The names of the buckets of a remote server. The credentials are not kept once it has answered. */
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
