import { baseName } from './object-key.ts';
import { compileWildcard } from './wildcard.ts';

/** What a search looks for. What is left out is not looked at. */
export interface ObjectFilter {
  /**
   * Part of the name, whatever the case or the normal form. With '*' (any run of characters) or
   * '?' (any one) it is a pattern for the whole name; a pattern with '/' is one for the path below
   * the folder that is searched.
   */
  readonly name?: string | undefined;
  /** Bytes, both included. */
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
  /** Milliseconds since 1970, both included. */
  readonly modifiedAfter?: number | undefined;
  readonly modifiedBefore?: number | undefined;
}

/** What a filter is asked about; a folder has neither size nor time. */
export interface FilteredObject {
  readonly key: string;
  readonly size?: number | undefined;
  /** Milliseconds since 1970. */
  readonly modified?: number | undefined;
}

/** Whether the text of a search is a pattern for a whole name. */
function isNamePattern(text: string): boolean {
  return /[*?]/.test(text);
}

/** A test for what lies below a prefix ('' or ending in '/'). Bounds of size or time let no folder through. */
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
