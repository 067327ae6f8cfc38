import { deleteObject, deleteObjects } from '@stowage/contract/objects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

/** The most that one call deletes. */
const mostPerCall = 10_000;

const isFolder = (key: string) => key.endsWith('/');

async function deleteKeys(bucket: string, keys: readonly string[]): Promise<void> {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) {
    const query = { path: toWirePath(only), ...(isFolder(only) && { recursive: 'true' as const }) };
    await call(deleteObject, { params: { bucket }, query });
    return;
  }
  for (let start = 0; start < keys.length; start += mostPerCall) {
    const body = keys
      .slice(start, start + mostPerCall)
      .map((path) => ({ path, recursive: isFolder(path) }));
    await call(deleteObjects, { params: { bucket }, body });
  }
}

/**
 * Deletes objects, and folders with everything below them. The listings are
 * loaded again also after a failure, because a part may be gone.
 */
export function useDeleteObjects(bucket: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keys: readonly string[]) => deleteKeys(bucket, keys),
    onSettled: async () => {
      await refreshListings(queryClient, bucket);
      await queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    },
    meta: { errors: 'dialog' },
  });
}
