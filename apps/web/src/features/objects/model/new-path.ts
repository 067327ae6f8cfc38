import { isRefusedByPathStores, objectKeyProblem } from '@stowage/domain/object-key';

export type NewPathError = 'blank' | 'dots' | 'tooLong';

/**
 * Resolves a typed path against the open folder: below it, or from the bucket root if the path
 * starts with '/'. One trailing '/' is optional.
 */
export function newFolder(openFolder: string, typed: string): string {
  const fromTop = typed.startsWith('/');
  const path = fromTop ? typed.slice(1) : openFolder + typed;
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** Returns the error in a typed path; undefined if it can be opened. */
export function newPathError(openFolder: string, typed: string): NewPathError | undefined {
  if (typed.trim() === '' || newFolder(openFolder, typed) === '') return 'blank';
  // Even where it is allowed, '..' does not lead to the parent folder, as users would expect.
  if (isRefusedByPathStores(typed)) return 'dots';
  // One byte is reserved for the name of the first object in it.
  if (objectKeyProblem(`${newFolder(openFolder, typed)}x`) === 'too-long') return 'tooLong';
  return undefined;
}
