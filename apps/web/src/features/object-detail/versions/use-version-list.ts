import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { versionsQuery } from '../api.ts';

/** The versions of an object as far as they are loaded, and how to get more of them. */
export function useVersionList(object: ObjectVersion, wanted: { search: string; until: string }) {
  const list = useInfiniteQuery(versionsQuery(object, wanted));
  const pages = list.data?.pages;
  const { fetchNextPage } = list;
  return {
    rows: useMemo(() => pages?.flatMap(({ versions }) => versions) ?? [], [pages]),
    /** Of all versions, whatever is looked for; undefined where they were not counted. */
    total: pages?.[0]?.total,
    loading: list.isPending,
    loadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage && !list.isFetchNextPageError,
    moreFailed: list.isFetchNextPageError,
    loadMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    query: list,
  };
}
