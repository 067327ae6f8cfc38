const LAST = 0x10ffff;

/**
 * Returns a text after which a listing starts with `key`: listings continue after a name and so
 * exclude it. No realistic name lies between the two.
 *
 * @param key not empty
 */
export function justBefore(key: string): string {
  const last = [...key].at(-1) ?? '';
  const code = last.codePointAt(0) ?? 0;
  const rest = key.slice(0, key.length - last.length);
  if (code === 0) return rest;
  // The code point before the first one after the surrogates is the last one before them.
  const before = code === 0xe000 ? 0xd7ff : code - 1;
  const text = rest + String.fromCodePoint(before);
  return Buffer.byteLength(text) > 1020 ? text : text + String.fromCodePoint(LAST);
}
