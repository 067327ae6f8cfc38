import { utf8Length } from './utf8.ts';

/** Why a text is not a valid object key. */
export type ObjectKeyProblem = 'empty' | 'too-long' | 'not-unicode';

/** The longest key, in UTF-8 bytes. */
const OBJECT_KEY_MAX_BYTES = 1024;

/** Returns the rule that the key breaks; undefined for a valid key. */
export function objectKeyProblem(key: string): ObjectKeyProblem | undefined {
  if (key === '') return 'empty';
  if (!key.isWellFormed()) return 'not-unicode';
  return utf8Length(key) > OBJECT_KEY_MAX_BYTES ? 'too-long' : undefined;
}

/**
 * Whether MinIO rejects the key although S3 accepts it: it stores keys as paths, which cannot
 * contain '.' and '..' components.
 */
export function isRefusedByPathStores(key: string): boolean {
  return key.split('/').some((part) => part === '.' || part === '..');
}

/**
 * Returns the last component of a key or prefix: 'photos/2026/' gives '2026', 'photos/a.jpg' gives
 * 'a.jpg'.
 */
export function baseName(key: string): string {
  const end = key.endsWith('/') ? key.length - 1 : key.length;
  return key.slice(key.lastIndexOf('/', end - 1) + 1, end);
}

/** Returns the parent prefix of a key or prefix, with its trailing '/'; '' at the top. */
export function parentPrefix(key: string): string {
  const end = key.endsWith('/') ? key.length - 1 : key.length;
  return key.slice(0, key.slice(0, end).lastIndexOf('/') + 1);
}
