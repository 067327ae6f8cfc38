import { baseName } from './object-key.ts';
import { compileWildcard } from './wildcard.ts';

/** Search criteria. Omitted ones are not checked. */
export interface ObjectFilter {
  /**
   * Part of the name, ignoring case and Unicode normal form. With '*' (any characters) or '?' (any
   * one character) it is a pattern for the whole name; with '/' as well, a pattern for the path
   * below the searched folder.
   */
  readonly name?: string | undefined;
  /** Bytes, inclusive. */
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
  /** Milliseconds since 1970, inclusive. */
  readonly modifiedAfter?: number | undefined;
  readonly modifiedBefore?: number | undefined;
}

/** An entry to filter; folders have neither size nor time. */
export interface FilteredObject {
  readonly key: string;
  readonly size?: number | undefined;
  /** Milliseconds since 1970. */
  readonly modified?: number | undefined;
}

/** Whether a search text is a pattern for the whole name. */
function isNamePattern(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Returns a predicate for entries below a prefix ('' or ending in '/'). Folders never match if size
 * or time is bounded.
 */
export function compileObjectFilter(
  { name = '', minSize, maxSize, modifiedAfter, modifiedBefore }: ObjectFilter,
  prefix: string,
): (object: FilteredObject) => boolean {
  const hasName = nameTest(name, prefix);
  const tests = [
    between(({ size }) => size, minSize, maxSize),
    between(({ modified }) => modified, modifiedAfter, modifiedBefore),
  ].filter((test) => test !== undefined);
  return (object) => hasName(object.key) && tests.every((test) => test(object));
}

function nameTest(name: string, prefix: string): (key: string) => boolean {
  const wanted = folded(name);
  if (!isNamePattern(name)) return (key) => folded(baseName(key)).includes(wanted);
  const matches = compileWildcard(wanted);
  if (!name.includes('/')) return (key) => matches(folded(baseName(key)));
  return (key) => matches(folded(key.slice(prefix.length).replace(/\/$/, '')));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function between(
  amountOf: (object: FilteredObject) => number | undefined,
  least: number | undefined,
  most: number | undefined,
): ((object: FilteredObject) => boolean) | undefined {
  if (least === undefined && most === undefined) return undefined;
  return (object) => {
    const value = amountOf(object);
    if (value === undefined) return false;
    return value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Infinity);
  };
}
