import { restoreVersion } from '@stowage/contract/object-detail';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { refreshListings } from './refresh-listings.ts';
import { toWirePath } from './wire-path.ts';

interface EarlierVersion {
  readonly key: string;
  readonly versionId: string;
}

/** Makes an earlier version of an object the current one by copying it. */
export function useRestoreVersion(bucket: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, versionId }: EarlierVersion) =>
      call(restoreVersion, {
        params: { bucket },
        query: { prefix: toWirePath(key), version_id: toWirePath(versionId) },
      }),
    onSuccess: () => refreshListings(queryClient, bucket),
    meta: { errors: 'dialog' },
  });
}
