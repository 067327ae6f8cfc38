import { utf8Length } from './utf8.ts';

/** Why a text cannot be an object's key. */
export type ObjectKeyProblem = 'empty' | 'too-long' | 'not-unicode';

/** The longest key, in UTF-8 bytes. */
const OBJECT_KEY_MAX_BYTES = 1024;

/** The rule that the key breaks; undefined for a key that can be used. */
export function objectKeyProblem(key: string): ObjectKeyProblem | undefined {
  if (key === '') return 'empty';
  if (!key.isWellFormed()) return 'not-unicode';
  return utf8Length(key) > OBJECT_KEY_MAX_BYTES ? 'too-long' : undefined;
}

/**
 * Whether MinIO refuses the key although S3 takes it: it keeps keys as paths and
 * has no place for '.' and '..' components.
 */
export function isRefusedByPathStores(key: string): boolean {
  return key.split('/').some((part) => part === '.' || part === '..');
}

/** The last component of a key or prefix: 'photos/2026/' gives '2026', 'photos/a.jpg' gives 'a.jpg'. */
export function baseName(key: string): string {
  const end = key.endsWith('/') ? key.length - 1 : key.length;
  return key.slice(key.lastIndexOf('/', end - 1) + 1, end);
}

/** The prefix that a key or prefix lies in, with its '/' at the end; '' at the top. */
export function parentPrefix(key: string): string {
  const end = key.endsWith('/') ? key.length - 1 : key.length;
  return key.slice(0, key.slice(0, end).lastIndexOf('/') + 1);
}
