import { baseName, parentPrefix } from './object-key.ts';

/** What is copied: objects and folders by their keys (a folder's ends in '/'), or all that a prefix begins. */
export type CopiedSelection =
  | { readonly items: readonly string[] }
  | { readonly prefix: string; readonly search?: string | undefined };

/** The folder that it goes into, '' for the top of the bucket; `name` is the new name of a single item. */
export interface CopyFolder {
  readonly prefix: string;
  readonly name?: string | undefined;
}

/** Named items without those that lie in a folder which is named too, each once, in their order. */
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
 * Where an object of a selection goes: an item under its name with all that lies in it, what a
 * prefix begins without that prefix.
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
 * The folder that would be copied into itself, within one bucket: it would be found among what is
 * still to be copied, without end. Undefined where there is none.
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

/** The name of a further copy beside those that exist: 'photo (2).jpg', '.profile (2)'. */
export function furtherCopy(key: string, number: number): string {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const name = key.slice(folder.length);
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${folder}${name.slice(0, end)} (${number})${name.slice(end)}`;
}
