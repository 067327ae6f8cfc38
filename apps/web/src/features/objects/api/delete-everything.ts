import { deleteObjects } from '@stowage/contract/objects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { call } from '#web/lib/api/call.ts';
import { type FolderPlace, listPage } from './list-folder.ts';

interface Everything extends FolderPlace {
  /** Ends it between two pages. */
  readonly signal: AbortSignal;
  /** Objects and folders that are gone so far. */
  readonly onProgress: (deleted: number) => void;
}

/** Deletes page by page, so that it can tell how far it is and be stopped; gives what was deleted. */
async function deleteEverything(everything: Everything): Promise<number> {
  const { bucket, folder, signal, onProgress } = everything;
  const params = { bucket };
  let deleted = 0;
  let cursor: string | undefined;
  do {
    const page = await listPage(everything, cursor, signal);
    const body = (page.objects ?? [])
      .filter(({ name, delete_flag }) => name !== folder && !delete_flag)
      .map(({ name }) => ({ path: name, recursive: name.endsWith('/') }));
    if (signal.aborted) break;
    if (body.length > 0) await call(deleteObjects, { params, body });
    deleted += body.length;
    onProgress(deleted);
    cursor = page.next;
  } while (cursor !== undefined && !signal.aborted);
  return deleted;
}

/** Deletes everything in a folder, or all that a search finds there, loaded or not. */
export function useDeleteEverything(bucket: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteEverything,
    onSettled: async () => {
      await refreshListings(queryClient, bucket);
      await queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    },
    meta: { errors: 'dialog' },
  });
}
