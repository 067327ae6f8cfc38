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
  /** Entries of the storage that a search has looked at for it. */
  readonly scanned: number;
  /** Opens the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** Where a page begins; it knows the page before it, so that pages can be let go and come back. */
export interface PageStart {
  readonly cursor: string | undefined;
  /** Rows of all the pages before it. */
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

/** Pages of up to 1,000 rows that are kept: scrolling through more lets go of the farthest. */
const keptPages = 100;

/** The pages of a search hold what half a second finds, and are all kept while it goes on by itself. */
const keptSearchPages = 1000;

/** A listing of up to so many pages is loaded again when it is opened again. */
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

/** A page of what is listed of a folder: as it is, as it was, or what a search finds in it. */
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

/** The rows of a folder, page by page; at most 100 pages are in memory. */
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
    // Comparing 100,000 rows to reuse equal ones costs more than drawing the few on the screen.
    structuralSharing: false,
    refetchOnMount: (query) => (query.state.data?.pages.length ?? 0) <= freshPages,
    meta: { errors: 'screen' },
  });
}
