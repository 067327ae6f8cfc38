import { restoreVersion } from '@stowage/contract/object-detail';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { refreshListings } from './refresh-listings.ts';
import { wireQuery } from './wire-path.ts';

/** Makes an earlier version of an object the current one, by a copy of it. */
export function useRestoreVersion(bucket: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, versionId = '' }: Pick<ObjectVersion, 'key' | 'versionId'>) =>
      call(restoreVersion, {
        params: { bucket },
        query: { version_id: '', ...wireQuery({ key, versionId }) },
      }),
    onSettled: async () => {
      await refreshListings(queryClient, bucket);
      await queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    },
    meta: { errors: 'dialog' },
  });
}
