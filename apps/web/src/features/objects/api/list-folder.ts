import type { CallInput, CallOutput } from '@stowage/contract/endpoint';
import { listObjects, rewindObjects } from '@stowage/contract/objects';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { objectKeys } from '#web/entities/object/object-keys.ts';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';
import { type FolderView, isSearch, viewKey } from '../model/browse-search.ts';
import { folderRows, type ObjectRow } from '../model/object-row.ts';

/** A loaded page of a folder. */
export interface FolderPage {
  readonly rows: readonly ObjectRow[];
  /** Storage entries that a search has scanned for this page. */
  readonly scanned: number;
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * The start of a page; it references the previous one, so that pages can be dropped and reloaded.
 */
export interface PageStart {
  readonly cursor: string | undefined;
  /** Number of rows in all previous pages. */
  readonly rowsBefore: number;
  readonly previous: PageStart | undefined;
}

export interface FolderPlace {
  readonly bucket: string;
  /** The folder's key: '' or ending in '/'. */
  readonly folder: string;
  readonly view: FolderView;
}

const firstPage: PageStart = { cursor: undefined, rowsBefore: 0, previous: undefined };

/**
 * Maximum number of pages kept, with up to 1,000 rows each: scrolling further drops the most
 * distant ones.
 */
const keptPages = 100;

/**
 * A page of a search contains what is found in half a second; all are kept while the search runs.
 */
const keptSearchPages = 1000;

/** Listings of up to this many pages are reloaded when they are reopened. */
const freshPages = 5;

function searchQuery({ view }: FolderPlace): CallInput<typeof rewindObjects>['query'] {
  if (!isSearch(view)) return {};
  return {
    recursive: 'true',
    ...(view.search !== '' && { search: view.search }),
    ...(view.minSize !== undefined && { min_size: view.minSize }),
    ...(view.maxSize !== undefined && { max_size: view.maxSize }),
    ...(view.after !== '' && { modified_after: view.after }),
    ...(view.before !== '' && { modified_before: view.before }),
  };
}

/** Lists a page of a folder: its current state, a past state, or search results. */
function listPage(
  place: FolderPlace,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<CallOutput<typeof listObjects>> {
  const { bucket, folder, view } = place;
  const query = {
    ...(folder !== '' && { prefix: toWirePath(folder) }),
    ...searchQuery(place),
    ...(view.from !== '' && { start: toWirePath(folder + view.from) }),
    ...(cursor !== undefined && { cursor }),
  };
  if (view.rewind !== '') {
    return call(rewindObjects, { params: { bucket, date: view.rewind }, query }, { signal });
  }
  const deleted = view.deleted ? { with_deleted: 'true' as const } : {};
  return call(listObjects, { params: { bucket }, query: { ...query, ...deleted } }, { signal });
}

/** The rows of a folder, page by page; at most 100 pages are kept in memory. */
export function folderQuery(place: FolderPlace) {
  const { bucket, folder, view } = place;
  return infiniteQueryOptions<
    FolderPage,
    Error,
    InfiniteData<FolderPage, PageStart>,
    readonly string[],
    PageStart
  >({
    queryKey: objectKeys.folder(bucket, folder, viewKey(view)),
    queryFn: async ({ pageParam, signal }): Promise<FolderPage> => {
      const { objects, scanned = 0, next } = await listPage(place, pageParam.cursor, signal);
      return { rows: folderRows(folder, objects ?? []), scanned, next };
    },
    initialPageParam: firstPage,
    getNextPageParam: (page, _pages, start): PageStart | undefined =>
      page.next === undefined
        ? undefined
        : {
            cursor: page.next,
            rowsBefore: start.rowsBefore + page.rows.length,
            previous: start,
          },
    getPreviousPageParam: (_page, _pages, start) => start.previous,
    maxPages: isSearch(view) ? keptSearchPages : keptPages,
    // Comparing 100,000 rows to reuse equal ones is slower than rendering the few visible ones.
    structuralSharing: false,
    refetchOnMount: (query) => (query.state.data?.pages.length ?? 0) <= freshPages,
    meta: { errors: 'screen' },
  });
}
