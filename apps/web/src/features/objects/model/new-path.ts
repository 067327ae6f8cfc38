import { isRefusedByPathStores, objectKeyProblem } from '@stowage/domain/object-key';

export type NewPathError = 'blank' | 'dots' | 'tooLong';

/**
 * The folder that a typed path means, seen from the folder that is open: below
 * it, or from the top of the bucket when the path begins with '/'. One '/' at
 * the end is optional.
 */
export function newFolder(openFolder: string, typed: string): string {
  const fromTop = typed.startsWith('/');
  const path = fromTop ? typed.slice(1) : openFolder + typed;
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** What is wrong with a typed path; undefined when it can be opened. */
export function newPathError(openFolder: string, typed: string): NewPathError | undefined {
  if (typed.trim() === '' || newFolder(openFolder, typed) === '') return 'blank';
  // Where it is allowed at all, '..' does not lead to the folder above, as somebody who types it expects.
  if (isRefusedByPathStores(typed)) return 'dots';
  // One byte stays for the name of the first object in it.
  if (objectKeyProblem(`${newFolder(openFolder, typed)}x`) === 'too-long') return 'tooLong';
  return undefined;
}
