import { compileObjectFilter } from '@stowage/domain/object-filter';

/** The search criteria below a prefix, as in the contract. */
export interface WantedObjects {
  readonly search?: string | undefined;
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
  /** ISO 8601. */
  readonly modifiedAfter?: string | undefined;
  readonly modifiedBefore?: string | undefined;
}

interface Listed {
  readonly key: string;
  readonly size: number;
  readonly lastModified: string;
}

/** Matches what a search of the listing finds, and everything in matching folders. */
export function searchMatcher(prefix: string, wanted: WantedObjects): (entry: Listed) => boolean {
  const { search, minSize, maxSize, modifiedAfter, modifiedBefore } = wanted;
  const bounds = [minSize, maxSize, modifiedAfter, modifiedBefore];
  if (!search && bounds.every((bound) => bound === undefined)) return () => true;
  const filter = {
    ...{ name: search, minSize, maxSize },
    modifiedAfter: modifiedAfter === undefined ? undefined : Date.parse(modifiedAfter),
    modifiedBefore: modifiedBefore === undefined ? undefined : Date.parse(modifiedBefore),
  };
  const matches = compileObjectFilter(filter, prefix);
  const isFound = ({ key, size, lastModified }: Listed) =>
    !key.endsWith('/') && matches({ key, size, modified: Date.parse(lastModified) });
  return (entry) =>
    isFound(entry) || foldersBelow(prefix, entry.key).some((key) => matches({ key }));
}

function foldersBelow(prefix: string, key: string): readonly string[] {
  const folders: string[] = [];
  for (let at = key.indexOf('/', prefix.length); at !== -1; at = key.indexOf('/', at + 1)) {
    folders.push(key.slice(0, at + 1));
  }
  return folders;
}
