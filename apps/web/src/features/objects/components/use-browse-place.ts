import { parentPrefix } from '@stowage/domain/object-key';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { objectAddress } from '#web/entities/object/object-address.ts';
import { objectQuery } from '#web/entities/object/object-query.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { folderQuery } from '../api/list-folder.ts';
import type { FolderView } from '../model/browse-search.ts';
import { holdsKey } from '../model/loaded-rows.ts';

/** What the address of the browser means. */
export type Place =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'known';
      readonly bucket: string;
      /** The folder that is listed. */
      readonly folder: string;
      /** The key that the address names, where no object has it. */
      readonly sought?: string;
      /** The object whose details are open. */
      readonly object: string | undefined;
    };

interface BrowsePlace {
  readonly bucket: string;
  /** The key or folder; '' is the top of the bucket. */
  readonly key: string;
  readonly view: FolderView;
  readonly canList: boolean;
}

/**
 * A key that ends in '/' is a folder. Any other is an object if the storage has
 * one of exactly this key, and else a folder. A row of a listing
 * that is loaded already needs no question. An address that names a tab or a version means an object, be it
 * deleted; so does one whose object went away while it was open.
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
  // Details that cannot be loaded say so themselves: the folder beside them is of use all the same.
  const listedHere = found.isPending && listed && holdsKey(listed.pages, key);
  const isMeant = version !== '' || tab !== 'details' || seen === place;
  if (found.data || found.isError || listedHere || isMeant) {
    return { kind: 'known', bucket, folder, object: key };
  }
  if (found.data === null)
    return { kind: 'known', bucket, folder: `${key}/`, sought: key, object: undefined };
  return { kind: 'unknown' };
}
