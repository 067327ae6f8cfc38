import { parentPrefix } from '@stowage/domain/object-key';
import { useCallback } from 'react';
import { useDownloadSelection } from '#web/entities/object/use-download.ts';
import type { FolderView } from '../model/browse-search.ts';
import { bulkSelection } from '../model/bulk-selection.ts';

interface FolderDownloads {
  readonly bucket: string;
  readonly folder: string;
  readonly view: FolderView;
}

/** Downloads the listing of a folder as one zip: its current state, or the past state shown. */
export function useFolderDownloads({ bucket, folder, view }: FolderDownloads) {
  const download = useDownloadSelection(bucket);
  const { rewind } = view;
  const past = rewind === '' ? {} : { at: rewind };
  const { prefix: _folder, ...matching } = bulkSelection(folder, view);
  const isPart = Object.keys(matching).length > 0;
  return {
    /** Everything in the folder, or all search results below it, loaded or not. */
    everything: () =>
      download({
        ...{ prefix: folder, paths: [{ path: folder }], ...past },
        ...(isPart && { matching }),
      }),
    these: (keys: readonly string[]) =>
      download({ prefix: folder, paths: keys.map((path) => ({ path })), ...past }),
    /** For a folder in a past state. */
    folderThen: useCallback(
      (key: string) => download({ prefix: parentPrefix(key), paths: [{ path: key }], at: rewind }),
      [download, rewind],
    ),
  };
}
