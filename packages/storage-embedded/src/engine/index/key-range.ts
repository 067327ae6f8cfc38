/** The highest code point, and the last one below the surrogates. */
const LAST = 0x10ffff;
const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;

/** Sorts after every key: a key has at most 1,024 bytes, and each of these takes four. */
export const AFTER_ALL = '\u{10ffff}'.repeat(257);

/**
 * Returns the smallest string that sorts, in UTF-8 byte order, after everything that starts with
 * `prefix`.
 */
export function afterPrefix(prefix: string): string {
  const points = [...prefix];
  for (;;) {
    const last = points.pop()?.codePointAt(0);
    if (last === undefined) {
      return AFTER_ALL;
    }
    if (last !== LAST) {
      const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
      return points.join('') + String.fromCodePoint(next);
    }
  }
}

/** Compares two keys by their UTF-8 bytes; returns a negative number, zero or a positive number. */
export function compareKeys(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      return rank(x) - rank(y);
    }
  }
  return a.length - b.length;
}

/** In UTF-16, surrogates stand for code points above all those with a single unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Returns the common prefix that a key rolls up into, or undefined if the key is listed itself. */
export function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === '') {
    return undefined;
  }
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}
