import type { StoredObject } from '@stowage/contract/objects';
import { baseName } from '@stowage/domain/object-key';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { badCursor, type Cursor, readCursor, writeCursor } from './cursor.ts';
import { addMetadata, addProtection } from './object-facts.ts';
import {
  type FolderQuery,
  type ListEntry,
  objectPages,
  type PageSource,
  versionPages,
} from './page-source.ts';
import type { ObjectLister } from './ports.ts';

/** A search stops after so long, with what it has found and a cursor to go on. */
const SEARCH_MS = 2000;
const STORAGE_PAGE = 1000;

export interface ListQuery extends FolderQuery {
  readonly withVersions: boolean;
  readonly search: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface ObjectPage {
  readonly objects: StoredObject[];
  readonly next?: string;
}

/**
 * One page of a folder. Without a search it is one page of the storage; with one
 * the storage's pages are read until enough entries match or the time is over.
 */
export async function listObjects(
  s3: ObjectLister,
  query: ListQuery,
  now: () => number = Date.now,
): Promise<ObjectPage> {
  const source = query.withVersions ? versionPages(s3, query) : objectPages(s3, query);
  const cursor = readCursor(query.cursor);
  const found = query.search
    ? searchPages(source, cursor, query, now)
    : onePage(source, cursor, query);
  const { entries, next } = await found.catch((error: unknown) => {
    throw cursor.token !== undefined && isBadArgument(error) ? badCursor(error) : error;
  });
  const listed = entries.map(({ object }) => object);
  const objects = query.withMetadata ? await addMetadata(s3, query, listed) : listed;
  return {
    objects: query.withVersions ? await addProtection(s3, query, objects) : objects,
    ...(next && { next: writeCursor(next) }),
  };
}

/** The rest of a query has been checked before, so that it can only be the place to go on. */
function isBadArgument(error: unknown): boolean {
  return error instanceof StorageRequestError && error.code === 'InvalidArgument';
}

interface Found {
  readonly entries: readonly ListEntry[];
  readonly next: Cursor | undefined;
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

async function searchPages(
  source: PageSource,
  cursor: Cursor,
  { prefix, search = '', limit, signal }: ListQuery,
  now: () => number,
): Promise<Found> {
  const deadline = now() + SEARCH_MS;
  const matches = matcher(search);
  const found: ListEntry[] = [];
  let { token, after } = cursor;
  do {
    signal.throwIfAborted();
    const page = await source(token, STORAGE_PAGE);
    for (const entry of behind(page.entries, after)) {
      if (isFolderItself(entry, prefix) || !matches(entry)) continue;
      if (found.length === limit) {
        return { entries: found, next: { ...(token && { token }), ...lastOf(found) } };
      }
      found.push(entry);
    }
    token = page.next;
    after = undefined;
  } while (token !== undefined && now() < deadline);
  return { entries: found, next: token === undefined ? undefined : { token } };
}

/** The key of a folder that somebody made an object of is not inside the folder. */
function isFolderItself({ object }: ListEntry, prefix: string): boolean {
  return object.name === prefix && prefix.endsWith('/');
}

function matcher(search: string): (entry: ListEntry) => boolean {
  const wanted = search.toLowerCase();
  return ({ object }) => baseName(object.name).toLowerCase().includes(wanted);
}

function lastOf(found: readonly ListEntry[]): Pick<Cursor, 'after'> {
  const last = found.at(-1);
  return last ? { after: idOf(last) } : {};
}

/** The entries that follow the one where the page before stopped; all of them if it has gone. */
function behind(entries: readonly ListEntry[], after: string | undefined): readonly ListEntry[] {
  if (after === undefined) return entries;
  return entries.slice(entries.findIndex((entry) => idOf(entry) === after) + 1);
}

function idOf({ object, version }: ListEntry): string {
  return version === undefined ? object.name : `${version} ${object.name}`;
}
