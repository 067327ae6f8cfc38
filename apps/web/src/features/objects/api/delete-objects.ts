import type { CallInput } from '@stowage/contract/endpoint';
import {
  type DeleteMarkers,
  deleteObject,
  deleteObjects,
  MAX_DELETIONS,
} from '@stowage/contract/objects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

const isFolder = (key: string) => key.endsWith('/');

async function deleteKeys(bucket: string, keys: readonly string[]): Promise<DeleteMarkers> {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) {
    const query = { path: toWirePath(only), ...(isFolder(only) && { recursive: 'true' as const }) };
    const deleted = await call(deleteObject, { params: { bucket }, query });
    return deleted.delete_markers;
  }
  return deleteInParts(
    bucket,
    keys.map((path) => ({ path, recursive: isFolder(path) })),
  );
}

type Deletions = CallInput<typeof deleteObjects>['body'];

async function deleteInParts(bucket: string, deletions: Deletions): Promise<DeleteMarkers> {
  const markers: DeleteMarkers = [];
  for (let start = 0; start < deletions.length; start += MAX_DELETIONS) {
    const body = deletions.slice(start, start + MAX_DELETIONS);
    const deleted = await call(deleteObjects, { params: { bucket }, body });
    markers.push(...deleted.delete_markers);
  }
  return markers;
}

/**
 * Reloads the listings even after a failure, because some objects may have been deleted. Other
 * bucket data is reloaded in the background.
 */
function useRefresh(bucket: string) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    return refreshListings(queryClient, bucket);
  };
}

/**
 * Deletes objects, and folders with everything below them. Returns the new delete markers if the
 * bucket is versioned.
 */
export function useDeleteObjects(bucket: string) {
  return useMutation({
    mutationFn: (keys: readonly string[]) => deleteKeys(bucket, keys),
    onSettled: useRefresh(bucket),
    meta: { errors: 'dialog' },
  });
}

/** Restores objects by removing exactly the delete markers that hide them. */
export function useUndoDeletion(bucket: string, onUndone: (count: number) => void) {
  return useMutation({
    mutationFn: (markers: DeleteMarkers) => deleteInParts(bucket, markers),
    // Set here rather than at the call, because the dialog that offered it may be unmounted by
    // then.
    onSuccess: (_removed, { length }) => onUndone(length),
    onSettled: useRefresh(bucket),
  });
}
