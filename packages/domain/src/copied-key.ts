import { baseName, parentPrefix } from './object-key.ts';

/**
 * The items to copy: objects and folders by key (a folder's ends in '/'), or everything under a
 * prefix.
 */
export type CopiedSelection =
  | { readonly items: readonly string[] }
  | { readonly prefix: string; readonly search?: string | undefined };

/** The target folder, '' for the top of the bucket; `name` is the new name of a single item. */
export interface CopyFolder {
  readonly prefix: string;
  readonly name?: string | undefined;
}

/** Deduplicates items in order and drops those inside a folder that is also listed. */
export function distinctItems(items: readonly string[]): readonly string[] {
  const named = new Set(items);
  return [...named].filter((item) => !foldersAround(item).some((folder) => named.has(folder)));
}

function foldersAround(key: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = parentPrefix(key); folder !== ''; folder = parentPrefix(folder)) {
    folders.push(folder);
  }
  return folders;
}

/**
 * Returns the target key of an object in a selection: a named item keeps its name and contents,
 * objects under a prefix lose that prefix.
 */
export function copiedKey(
  selection: CopiedSelection,
  { prefix, name }: CopyFolder,
  key: string,
): string {
  if ('prefix' in selection) {
    return prefix + key.slice(selection.prefix.lastIndexOf('/') + 1);
  }
  const named = new Set(selection.items);
  const item = named.has(key) ? key : foldersAround(key).find((folder) => named.has(folder));
  const root = item ?? key;
  const slash = root.endsWith('/') ? '/' : '';
  return prefix + (name ?? baseName(root)) + slash + key.slice(root.length);
}

/**
 * Returns the folder that would be copied into itself within one bucket, which would never end
 * because each copy is found as a new source. Undefined if there is none.
 */
export function folderIntoItself(
  selection: CopiedSelection,
  target: CopyFolder,
): string | undefined {
  if ('prefix' in selection) {
    return target.prefix.startsWith(selection.prefix) ? selection.prefix : undefined;
  }
  const folders = selection.items.filter((item) => item.endsWith('/'));
  return folders.find((folder) => target.prefix.startsWith(folder));
}

/** Returns a free name for another copy: 'photo (2).jpg', '.profile (2)'. */
export function furtherCopy(key: string, number: number): string {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const name = key.slice(folder.length);
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${folder}${name.slice(0, end)} (${number})${name.slice(end)}`;
}
