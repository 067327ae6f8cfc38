/** The largest code point, and the last before the surrogates. */
const LAST = 0x10ffff;
const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;

/** Sorts after every key: a key has at most 1,024 bytes, four for each of these. */
export const AFTER_ALL = '\u{10ffff}'.repeat(257);

/**
 * The smallest text that sorts, in byte order of its UTF-8, after everything
 * that starts with `prefix`.
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

/** Order of two keys by the bytes of their UTF-8: negative, zero or positive. */
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

/** Surrogates stand for code points above all others of two bytes in UTF-16. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The common prefix that a key falls under, or undefined when it is listed itself. */
export function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === '') {
    return undefined;
  }
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}
