import { parentPrefix } from '@stowage/domain/object-key';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { objectAddress } from '#web/entities/object/object-address.ts';
import { objectQuery } from '#web/entities/object/object-query.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { folderQuery } from '../api/list-folder.ts';
import type { FolderView } from '../model/browse-search.ts';
import { holdsKey } from '../model/loaded-rows.ts';

/** The location that the browser's address refers to. */
export type Place =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'known';
      readonly bucket: string;
      /** The folder to list. */
      readonly folder: string;
      /** The key in the address if no object has it. */
      readonly sought?: string;
      /** The object whose details are open. */
      readonly object: string | undefined;
    };

interface BrowsePlace {
  readonly bucket: string;
  /** The key or folder; '' is the bucket root. */
  readonly key: string;
  readonly view: FolderView;
  readonly canList: boolean;
}

/**
 * Resolves the location. A key ending in '/' is a folder. Any other key is an object if one with
 * exactly this key exists, otherwise a folder. No request is needed if a loaded listing contains
 * the key. An address with a tab or a version refers to an object, even a deleted one; so does one
 * whose object disappears while it is open.
 */
export function useBrowsePlace({ bucket, key, view, canList }: BrowsePlace): Place {
  const queryClient = useQueryClient();
  const isFolder = key === '' || key.endsWith('/');
  const folder = parentPrefix(key);
  const found = useQuery({
    ...objectQuery(bucket, key),
    enabled: !isFolder && canList,
  });
  const [{ tab, version }] = useSearch(objectAddress);
  const place = `${bucket}/${key}`;
  const [seen, setSeen] = useState<string>();
  if (found.data && seen !== place) setSeen(place);
  if (isFolder) return { kind: 'known', bucket, folder: key, object: undefined };
  const { queryKey } = folderQuery({ bucket, folder, view });
  const listed = queryClient.getQueryData(queryKey);
  // Details that fail to load report it themselves, and the folder next to them is still useful.
  const listedHere = found.isPending && listed && holdsKey(listed.pages, key);
  const isMeant = version !== '' || tab !== 'details' || seen === place;
  if (found.data || found.isError || listedHere || isMeant) {
    return { kind: 'known', bucket, folder, object: key };
  }
  if (found.data === null)
    return { kind: 'known', bucket, folder: `${key}/`, sought: key, object: undefined };
  return { kind: 'unknown' };
}
