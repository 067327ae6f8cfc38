import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type FolderPlace, folderQuery } from '../api/list-folder.ts';
import { isSearch, viewKey } from '../model/browse-search.ts';
import { orderedRows } from '../model/loaded-rows.ts';
import type { ObjectSort } from '../model/object-row.ts';

const noPages: readonly never[] = [];

/** A page that is on its way is not asked for again. */
const once = { cancelRefetch: false } as const;

/** A search goes on by itself until it has found so much; then as the rows are scrolled. */
const foundByItself = 10_000;

/** Whether a search was stopped; another one begins anew. */
function useStopped(search: string) {
  const [stopped, setStopped] = useState<string>();
  const stop = useCallback(() => setStopped(search), [search]);
  const goOn = useCallback(() => setStopped(undefined), []);
  return { stopped: stopped === search, stop, goOn };
}

/** The rows of a folder as far as they are loaded, and how to get more of them. */
export function useFolderListing(place: FolderPlace, sort: ObjectSort, enabled: boolean) {
  const queryClient = useQueryClient();
  const list = useInfiniteQuery({ ...folderQuery(place), enabled });
  const pages = list.data?.pages ?? noPages;
  const rows = useMemo(() => orderedRows(pages, sort), [pages, sort]);
  const scanned = useMemo(() => pages.reduce((sum, page) => sum + page.scanned, 0), [pages]);
  const { fetchNextPage, fetchPreviousPage, isFetching, isFetchNextPageError } = list;
  const { bucket, folder, view } = place;
  const nothingLoaded = list.data === undefined;
  const { stopped, stop, goOn } = useStopped(`${bucket}/${folder}${viewKey(view)}`);
  const hasMore = list.hasNextPage && !isFetchNextPageError && !stopped;
  // Of a rewind, and of what is deleted, a page may hold little and have more behind it.
  const goesOn = isSearch(view) && hasMore && rows.length < foundByItself;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage(once);
  }, [goesOn, isFetching, fetchNextPage]);
  const queryKey = useMemo(
    () => folderQuery({ bucket, folder, view }).queryKey,
    [bucket, folder, view],
  );
  return {
    rows,
    rowsBefore: list.data?.pageParams[0]?.rowsBefore ?? 0,
    loading: list.isPending && !stopped,
    fetching: isFetching,
    loadingMore: list.isFetchingNextPage || list.isFetchingPreviousPage,
    hasMore,
    moreFailed: isFetchNextPageError,
    /** Entries that a search has looked at, and whether it goes on by itself. */
    scanned,
    searching: (isSearch(view) && list.isPending && !stopped) || goesOn,
    stopped,
    /** Ends a search; the server stops reading too. */
    stop: useCallback(() => {
      stop();
      void queryClient.cancelQueries({ queryKey });
    }, [stop, queryClient, queryKey]),
    goOn: useCallback(() => {
      goOn();
      if (nothingLoaded) void fetchNextPage(once);
    }, [goOn, fetchNextPage, nothingLoaded]),
    /** Only what keeps the whole list from being shown. */
    error: nothingLoaded ? list.error : null,
    /** Something has changed since it was loaded, and it is too long to be loaded again by itself. */
    outdated:
      list.isStale && !isFetching && queryClient.getQueryState(queryKey)?.isInvalidated === true,
    loadNext: useCallback(() => void fetchNextPage(once), [fetchNextPage]),
    loadPrevious: useCallback(() => void fetchPreviousPage(once), [fetchPreviousPage]),
    /** Begins again with the first page. */
    refresh: useCallback(
      () => void queryClient.resetQueries({ queryKey }),
      [queryClient, queryKey],
    ),
  };
}

export type FolderListing = ReturnType<typeof useFolderListing>;
