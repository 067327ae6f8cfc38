import { listObjects } from '@stowage/contract/objects';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { objectKeys } from '#web/entities/object/object-keys.ts';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';
import { folderRows, type ObjectRow } from '../model/object-row.ts';

/** A loaded page of a folder. */
export interface FolderPage {
  readonly rows: readonly ObjectRow[];
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
  /** Part of the names that are looked for; '' for all. */
  readonly search: string;
}

const firstPage: PageStart = { cursor: undefined, rowsBefore: 0, previous: undefined };

/** Pages of up to 1,000 rows that are kept: scrolling through more lets go of the farthest. */
const keptPages = 100;

/** A listing of up to so many pages is loaded again when it is opened again. */
const freshPages = 5;

/** The rows of a folder, page by page; at most 100 pages are in memory. */
export function folderQuery({ bucket, folder, search }: FolderPlace) {
  return infiniteQueryOptions<
    FolderPage,
    Error,
    InfiniteData<FolderPage, PageStart>,
    readonly string[],
    PageStart
  >({
    queryKey: objectKeys.folder(bucket, folder, search),
    queryFn: async ({ pageParam, signal }): Promise<FolderPage> => {
      const { objects, next } = await call(
        listObjects,
        {
          params: { bucket },
          query: {
            ...(folder !== '' && { prefix: toWirePath(folder) }),
            ...(search !== '' && { search }),
            ...(pageParam.cursor !== undefined && { cursor: pageParam.cursor }),
          },
        },
        { signal },
      );
      return { rows: folderRows(folder, objects ?? []), next };
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
    maxPages: keptPages,
    // Comparing 100,000 rows to reuse equal ones costs more than drawing the few on the screen.
    structuralSharing: false,
    refetchOnMount: (query) => (query.state.data?.pages.length ?? 0) <= freshPages,
    meta: { errors: 'screen' },
  });
}
