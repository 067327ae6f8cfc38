import type { QueryClient } from '@tanstack/react-query';
import { bucketKeys } from '../bucket-keys.ts';

/** Loads the list again after a deletion. A page of a bucket that has just gone must not ask for it once more. */
export async function refreshBucketList(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: bucketKeys.all, refetchType: 'none' });
  await queryClient.invalidateQueries({ queryKey: bucketKeys.list });
}
