import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type FolderPlace, folderQuery } from '../api/list-folder.ts';
import { isSearch, viewKey } from '../model/browse-search.ts';
import { orderedRows } from '../model/loaded-rows.ts';
import type { ObjectSort } from '../model/object-row.ts';

const noPages: readonly never[] = [];

/** A page already being loaded is not requested again. */
const once = { cancelRefetch: false } as const;

/** A search continues automatically up to this many results, then on scrolling. */
const foundByItself = 10_000;

/** Whether this search was stopped; a different one starts running again. */
function useStopped(search: string) {
  const [stopped, setStopped] = useState<string>();
  const stop = useCallback(() => setStopped(search), [search]);
  const goOn = useCallback(() => setStopped(undefined), []);
  return { stopped: stopped === search, stop, goOn };
}

/** Returns the loaded rows of a folder, and functions to load more. */
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
  // Pages of a past state, or of deleted objects, may have few rows and still be followed by
  // others.
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
    /** Entries that a search has scanned. */
    scanned,
    searching: (isSearch(view) && list.isPending && !stopped) || goesOn,
    stopped,
    /** Stops a search, on the server too. */
    stop: useCallback(() => {
      stop();
      void queryClient.cancelQueries({ queryKey });
    }, [stop, queryClient, queryKey]),
    goOn: useCallback(() => {
      goOn();
      if (nothingLoaded) void fetchNextPage(once);
    }, [goOn, fetchNextPage, nothingLoaded]),
    /** Only errors that prevent the whole list from being shown. */
    error: nothingLoaded ? list.error : null,
    /** The listing is stale and too long to be reloaded automatically. */
    outdated:
      list.isStale && !isFetching && queryClient.getQueryState(queryKey)?.isInvalidated === true,
    loadNext: useCallback(() => void fetchNextPage(once), [fetchNextPage]),
    loadPrevious: useCallback(() => void fetchPreviousPage(once), [fetchPreviousPage]),
    /** Restarts from the first page. */
    refresh: useCallback(
      () => void queryClient.resetQueries({ queryKey }),
      [queryClient, queryKey],
    ),
  };
}

export type FolderListing = ReturnType<typeof useFolderListing>;
