import { objectKeyProblem } from '@stowage/domain/object-key';

export type NewPathError = 'blank' | 'tooLong';

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
  // One byte stays for the name of the first object in it.
  if (objectKeyProblem(`${newFolder(openFolder, typed)}x`) === 'too-long') return 'tooLong';
  return undefined;
}
