import { responseUnreadable } from '../answer-error.ts';

/** What was asked for: all names begin with this, and those of objects come behind this. */
interface Asked {
  readonly prefix?: string | undefined;
  readonly startAfter?: string | undefined;
}

/** What a page names; undefined for names that have no text. */
interface Named {
  readonly keys: readonly (string | undefined)[];
  readonly prefixes: readonly (string | undefined)[];
}

/**
 * Holds a page of a listing to what was asked for. Whole folders are deleted, copied and archived by
 * what such pages name: a server that knows no prefixes would have it done to the whole bucket, and one
 * that begins again with each page would have it done for ever.
 *
 * @throws StorageRequestError InvalidResponse
 */
export function checkNames({ prefix = '', startAfter }: Asked, { keys, prefixes }: Named): void {
  const names = [...keys, ...prefixes];
  // A call about an object without a name would be one about the bucket.
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
 * Holds the place where a truncated listing goes on to the one where its page began.
 *
 * @param next its first part is undefined where the server names no place
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
