import type { StoredObject } from '@stowage/contract/objects';
import { hasCode } from '../../upstream/has-code.ts';
import { badCursor, type Cursor, readCursor, writeCursor } from './cursor.ts';
import { foldersAt } from './folders-at.ts';
import { addMetadata, addProtection } from './object-facts.ts';
import { objectPages, type PageSource, versionPages } from './page-source.ts';
import type { ObjectLister } from './ports.ts';
import { type Found, isFolderItself, type Search, searchPages } from './search-pages.ts';

export interface ListQuery extends Search {
  readonly withVersions: boolean;
  readonly cursor: string | undefined;
}

export interface ObjectPage {
  readonly objects: StoredObject[];
  readonly next?: string;
  readonly scanned?: number;
}

/**
 * Returns one page of a folder. Without a search it is one page of the storage. In a search, or for
 * the latest versions at a given time, the storage's pages are read until enough is found or time
 * is up.
 */
export async function listObjects(
  s3: ObjectLister,
  query: ListQuery,
  now: () => number = Date.now,
): Promise<ObjectPage> {
  const { at, withVersions } = query;
  const source =
    withVersions || at !== undefined ? versionPages(s3, query) : objectPages(s3, query);
  const cursor = readCursor(query.cursor);
  const isSearch = query.filter !== undefined || at !== undefined;
  const reading = isSearch
    ? searchPages(source, cursor, query, now)
    : onePage(source, cursor, query);
  const { entries, next, scanned } = await reading.catch((error: unknown) => {
    throw cursor.token !== undefined && isBadArgument(error) ? badCursor(error) : error;
  });
  const settled = at === undefined ? entries : await foldersAt(s3, query, at, entries);
  const listed = settled.map(({ object }) => object);
  const objects = query.withMetadata ? await addMetadata(s3, query, listed) : listed;
  return {
    objects: withVersions ? await addProtection(s3, query, objects) : objects,
    ...(next && { next: writeCursor(next) }),
    ...(scanned !== undefined && { scanned }),
  };
}

/** The rest of the query was validated before, so the cursor must be invalid. */
function isBadArgument(error: unknown): boolean {
  return hasCode(error, 'InvalidArgument');
}

async function onePage(
  source: PageSource,
  { token }: Cursor,
  { prefix, limit }: ListQuery,
): Promise<Found> {
  const page = await source(token, limit);
  return {
    entries: page.entries.filter((entry) => !isFolderItself(entry, prefix)),
    next: page.next === undefined ? undefined : { token: page.next },
  };
}
