import { compileObjectFilter, type ObjectFilter } from '@stowage/domain/object-filter';
import type { Cursor } from './cursor.ts';
import { presentFolder, presentLatest } from './mapper.ts';
import type { FolderQuery, ListEntry, PageSource } from './page-source.ts';

/** Time limit, after which the results so far are returned with a cursor. */
const BUDGET_MS = 500;
const STORAGE_PAGE = 1000;

export interface Search extends FolderQuery {
  readonly filter: ObjectFilter | undefined;
  /**
   * The requested time in milliseconds since 1970, if the source lists versions: selects each
   * object's latest version at that time.
   */
  readonly at: number | undefined;
  readonly limit: number;
}

export interface Found {
  readonly entries: readonly ListEntry[];
  readonly next: Cursor | undefined;
  /** The number of storage entries that were examined. */
  readonly scanned?: number;
}

/**
 * Reads the storage's pages until enough entries are found or time is up, but at least one page.
 */
export async function searchPages(
  source: PageSource,
  cursor: Cursor,
  search: Search,
  now: () => number,
): Promise<Found> {
  const deadline = now() + BUDGET_MS;
  const found: ListEntry[] = [];
  const hitsOf = finder(search);
  let scanned = 0;
  let { token, after, key } = cursor;
  do {
    search.signal.throwIfAborted();
    const page = await source(token, STORAGE_PAGE);
    for (const entry of behind(page.entries, after)) {
      if (isMeant(entry, search, key)) {
        const hits = hitsOf(entry, key);
        // A folder is added together with its first object, so a page may be slightly longer.
        if (found.length > 0 && found.length + hits.length > search.limit) {
          return { entries: found, scanned, next: { token, after, key } };
        }
        found.push(...hits);
        key = entry.object.name;
      }
      after = idOf(entry);
      scanned += 1;
    }
    token = page.next;
    after = undefined;
  } while (token !== undefined && found.length < search.limit && now() < deadline);
  return { entries: found, scanned, next: token === undefined ? undefined : { token, key } };
}

/** The marker object of a folder is not part of its content. */
export function isFolderItself({ object }: ListEntry, prefix: string): boolean {
  return object.name === prefix && prefix.endsWith('/');
}

/**
 * Selects only the latest version of an object at the requested time; versions come newest first.
 */
function isMeant(entry: ListEntry, { prefix, at }: Search, decided: string | undefined): boolean {
  if (isFolderItself(entry, prefix)) return false;
  if (at === undefined || entry.version === undefined) return true;
  const { name, last_modified = '' } = entry.object;
  return name !== decided && !(Date.parse(last_modified) > at);
}

/**
 * Returns the results that an entry adds: itself, and in a search the folders that start with it.
 */
function finder({ filter, prefix, recursive, at }: Search) {
  const inTime = ({ object, version }: ListEntry): ListEntry =>
    at === undefined || version === undefined
      ? { object, ...(version && { version }) }
      : { object: presentLatest(object), version };
  if (filter === undefined) return (entry: ListEntry) => [inTime(entry)];
  const matches = compileObjectFilter(filter, prefix);
  const isHit = ({ object: { name, size, last_modified = '' } }: ListEntry) =>
    matches({ key: name, size, modified: Date.parse(last_modified) });
  return (entry: ListEntry, before: string | undefined) => {
    if (!recursive) return [entry].filter(isHit).map(inTime);
    const { name } = entry.object;
    const folders = foldersBetween(before, name, prefix).map((folder) => ({
      object: presentFolder(folder),
    }));
    const own = name.endsWith('/') ? [] : [inTime(entry)];
    return [...folders, ...own].filter(isHit);
  };
}

/** The folders below a prefix that contain a key but not the previous key. */
function foldersBetween(before: string | undefined, key: string, prefix: string): string[] {
  const folders: string[] = [];
  for (let at = key.indexOf('/', prefix.length); at !== -1; at = key.indexOf('/', at + 1)) {
    const folder = key.slice(0, at + 1);
    if (!before?.startsWith(folder)) folders.push(folder);
  }
  return folders;
}

/** The entries after the one where the previous page stopped; all of them if it is gone. */
function behind(entries: readonly ListEntry[], after: string | undefined): readonly ListEntry[] {
  if (after === undefined) return entries;
  return entries.slice(entries.findIndex((entry) => idOf(entry) === after) + 1);
}

function idOf({ object, version }: ListEntry): string {
  return version === undefined ? object.name : `${version} ${object.name}`;
}
