/** A byte range of an object: from `start`, or the last `suffix` bytes. */
export type AskedRange =
  | { readonly start: number; readonly end?: number }
  | { readonly suffix: number };

/**
 * Parses a Range header (RFC 9110 §14.2). Undefined for several ranges and for invalid ones, which
 * a server may ignore.
 */
export function parseRange(header: string | undefined): AskedRange | undefined {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  const start = Number(first);
  if (last === '') return { start };
  const end = Number(last);
  return end < start ? undefined : { start, end };
}
