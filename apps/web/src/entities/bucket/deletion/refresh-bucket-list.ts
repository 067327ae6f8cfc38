import type { QueryClient } from '@tanstack/react-query';
import { bucketKeys } from '../bucket-keys.ts';

/** Reloads the list after a deletion. A page of the deleted bucket must not request it again. */
export async function refreshBucketList(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: bucketKeys.all, refetchType: 'none' });
  await queryClient.invalidateQueries({ queryKey: bucketKeys.list });
}
