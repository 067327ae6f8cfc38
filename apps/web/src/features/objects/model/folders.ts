import { baseName } from '@stowage/domain/object-key';

/** The name that a key or folder is shown by; a folder without a name is shown as '/'. */
export function shownName(key: string): string {
  return baseName(key) || '/';
}

export interface Crumb {
  readonly name: string;
  /** The folder's key, with '/' at its end. */
  readonly key: string;
}

/** The folders from the top of the bucket down to a folder, in order; none for the top itself. */
export function crumbs(folder: string): readonly Crumb[] {
  const found: Crumb[] = [];
  for (let end = folder.indexOf('/'); end !== -1; end = folder.indexOf('/', end + 1)) {
    const key = folder.slice(0, end + 1);
    found.push({ name: shownName(key), key });
  }
  return found;
}
