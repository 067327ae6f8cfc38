import { shownName } from '#web/entities/object/shown-name.ts';

export interface Crumb {
  readonly name: string;
  /** The folder's key, with a trailing '/'. */
  readonly key: string;
}

/**
 * Returns the folders from the bucket root down to a folder, in order; none for the root itself.
 */
export function crumbs(folder: string): readonly Crumb[] {
  const found: Crumb[] = [];
  for (let end = folder.indexOf('/'); end !== -1; end = folder.indexOf('/', end + 1)) {
    const key = folder.slice(0, end + 1);
    found.push({ name: shownName(key), key });
  }
  return found;
}
