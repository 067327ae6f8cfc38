import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type FolderPlace, folderQuery } from '../api/list-folder.ts';
import { orderedRows } from '../model/loaded-rows.ts';
import type { ObjectSort } from '../model/object-row.ts';

const noPages: readonly never[] = [];

/** The rows of a folder as far as they are loaded, and how to get more of them. */
export function useFolderListing(place: FolderPlace, sort: ObjectSort, enabled: boolean) {
  const queryClient = useQueryClient();
  const options = folderQuery(place);
  const list = useInfiniteQuery({ ...options, enabled });
  const pages = list.data?.pages ?? noPages;
  const rows = useMemo(() => orderedRows(pages, sort), [pages, sort]);
  const { fetchNextPage, fetchPreviousPage } = list;
  const { bucket, folder, search } = place;
  return {
    rows,
    rowsBefore: list.data?.pageParams[0]?.rowsBefore ?? 0,
    loading: list.isPending,
    fetching: list.isFetching,
    loadingMore: list.isFetchingNextPage || list.isFetchingPreviousPage,
    hasMore: list.hasNextPage && !list.isFetchNextPageError,
    moreFailed: list.isFetchNextPageError,
    /** Only what keeps the whole list from being shown. */
    error: list.data === undefined ? list.error : null,
    /** Something has changed since it was loaded, and it is too long to be loaded again by itself. */
    outdated:
      list.isStale &&
      !list.isFetching &&
      queryClient.getQueryState(options.queryKey)?.isInvalidated === true,
    loadNext: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    loadPrevious: useCallback(() => void fetchPreviousPage(), [fetchPreviousPage]),
    /** Begins again with the first page. */
    refresh: useCallback(() => {
      const { queryKey } = folderQuery({ bucket, folder, search });
      void queryClient.resetQueries({ queryKey });
    }, [queryClient, bucket, folder, search]),
  };
}

export type FolderListing = ReturnType<typeof useFolderListing>;
