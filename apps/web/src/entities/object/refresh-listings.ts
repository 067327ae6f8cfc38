import type { QueryClient } from '@tanstack/react-query';
import { objectKeys } from './object-keys.ts';

/** Listings of up to this many loaded pages are reloaded automatically. */
const freshPages = 5;

function loadedPages(data: unknown): number {
  const pages: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'pages') : undefined;
  return Array.isArray(pages) ? pages.length : 0;
}

/**
 * Marks the listings of a bucket as stale after a change. Short ones are reloaded at once; a long
 * one would take many requests, so it keeps its rows and the screen offers to refresh it.
 */
export async function refreshListings(queryClient: QueryClient, bucket: string): Promise<void> {
  const queryKey = objectKeys.bucket(bucket);
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  await queryClient.refetchQueries({
    queryKey,
    type: 'active',
    predicate: (query) => loadedPages(query.state.data) <= freshPages,
  });
}
