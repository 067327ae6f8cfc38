import { useCallback } from 'react';
import { objectAddress } from '#web/entities/object/object-address.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch } from '#web/lib/router/search.ts';
import {
  browseSearch,
  type FolderView,
  otherFolderQuery,
  viewOfOtherFolder,
} from '../model/browse-search.ts';
import type { ObjectRow } from '../model/object-row.ts';

/** Returns how the address says to show a folder, and where its rows and folders link to. */
export function useFolderView(bucket: string, folder: string) {
  const go = useGo();
  const [view, change] = useSearch(browseSearch);
  const { sort } = view;
  const addressOf = useCallback(
    (key: string, query: string) =>
      pagePath('objectBrowser', { bucketName: bucket, rest: key }, query),
    [bucket],
  );
  /** Where a row links to; a deleted object has nothing to show. */
  const hrefOf = useCallback(
    ({ key, isFolder, above, deleted, versionId }: ObjectRow) => {
      if (deleted && !isFolder) return undefined;
      // A search is kept in links to the folder's own objects, and dropped in links to other
      // folders.
      const staysHere = !isFolder && above === '';
      const kept = staysHere ? view : { sort, ...viewOfOtherFolder(view) };
      const version = view.rewind === '' || isFolder ? '' : (versionId ?? '');
      const query = formatSearch(browseSearch, kept);
      return addressOf(key, formatSearch(objectAddress, { version }, query));
    },
    [view, sort, addressOf],
  );
  return {
    view,
    hrefOf,
    changeSort: useCallback((next: typeof sort) => change({ sort: next }), [change]),
    changeView: useCallback((changed: Partial<FolderView>) => change(changed), [change]),
    /** Opens the folder without an object's details. */
    openFolder: () => go(addressOf(folder, formatSearch(browseSearch, view))),
    openOther: (other: string) => go(addressOf(other, otherFolderQuery(view))),
  };
}
