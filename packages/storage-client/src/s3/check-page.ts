import { responseUnreadable } from '../answer-error.ts';

/** The request: all names must start with the prefix, and keys must sort after `startAfter`. */
interface Asked {
  readonly prefix?: string | undefined;
  readonly startAfter?: string | undefined;
}

/** The names on a page; undefined for names that are not valid text. */
interface Named {
  readonly keys: readonly (string | undefined)[];
  readonly prefixes: readonly (string | undefined)[];
}

/**
 * Checks a page of a listing against the request. Whole folders are deleted, copied and archived by
 * such pages: with a server that ignores prefixes this would affect the whole bucket, and with one
 * that repeats the same page it would never end.
 *
 * @throws StorageRequestError InvalidResponse
 */
export function checkNames({ prefix = '', startAfter }: Asked, { keys, prefixes }: Named): void {
  const names = [...keys, ...prefixes];
  // A call for an object without a name would affect the bucket.
  if (names.includes('')) throw responseUnreadable(200, 'It lists something without a name.');
  const outside = names.find((name) => name?.startsWith(prefix) === false);
  if (outside !== undefined) {
    throw responseUnreadable(200, `It lists '${outside}', which does not begin with '${prefix}'.`);
  }
  if (startAfter === undefined) return;
  const start = Buffer.from(startAfter);
  const before = keys.find((key) => key !== undefined && Buffer.from(key).compare(start) <= 0);
  if (before !== undefined) {
    throw responseUnreadable(200, `It lists '${before}', which is not behind '${startAfter}'.`);
  }
}

/**
 * Checks that a truncated listing continues after the start of its page.
 *
 * @param next its first part is undefined if the server names no position
 * @throws StorageRequestError InvalidResponse
 */
export function checkNext(
  began: readonly (string | undefined)[],
  next: readonly (string | undefined)[],
): void {
  if (next[0] === undefined) {
    throw responseUnreadable(200, 'The list is cut off and does not say where it goes on.');
  }
  if (next.every((part, index) => part === began[index])) {
    throw responseUnreadable(200, 'The list goes on where its page began.');
  }
}
