import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { versionsQuery } from '../api.ts';

/** Returns the loaded versions of an object, and functions to load more. */
export function useVersionList(object: ObjectVersion, wanted: { search: string; until: string }) {
  const list = useInfiniteQuery(versionsQuery(object, wanted));
  const pages = list.data?.pages;
  const { fetchNextPage } = list;
  return {
    rows: useMemo(() => pages?.flatMap(({ versions }) => versions) ?? [], [pages]),
    /** Number of all versions, regardless of the search; undefined if not counted. */
    total: pages?.[0]?.total,
    loading: list.isPending,
    loadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage && !list.isFetchNextPageError,
    moreFailed: list.isFetchNextPageError,
    loadMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    query: list,
  };
}
