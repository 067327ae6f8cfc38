import { BINARY_UNITS, parseBytes } from '@stowage/domain/units';
import { fromLocalTime, toLocalTime } from '#web/lib/format/local-time.ts';
import type { ObjectSearch } from './browse-search.ts';

/** A search as entered in its form. */
export interface SearchDraft {
  readonly search: string;
  /** Such as '10 MiB'; '' for any. */
  readonly minSize: string;
  readonly maxSize: string;
  /** Date and time in the browser's time zone; '' for any. */
  readonly after: string;
  readonly before: string;
}

export type SearchProblem = 'notASize' | 'sizesTurned' | 'timesTurned';

/** Returns the field values for a search. */
export function searchDraft(search: ObjectSearch): SearchDraft {
  return {
    search: search.search,
    minSize: sizeText(search.minSize),
    maxSize: sizeText(search.maxSize),
    after: toLocalTime(search.after),
    before: toLocalTime(search.before),
  };
}

/** Returns the search for the field values; an unreadable size counts as none. */
export function searchOf(draft: SearchDraft): ObjectSearch {
  return {
    search: draft.search,
    minSize: bytesOf(draft.minSize),
    maxSize: bytesOf(draft.maxSize),
    after: fromLocalTime(draft.after),
    before: fromLocalTime(draft.before),
  };
}

/** Returns the errors in the fields, by name. */
export function searchProblems(
  draft: SearchDraft,
): Partial<Record<keyof SearchDraft, SearchProblem>> {
  const { minSize = 0, maxSize = Infinity, after, before } = searchOf(draft);
  return {
    ...(isUnreadable(draft.minSize) && { minSize: 'notASize' }),
    ...(minSize > maxSize && { maxSize: 'sizesTurned' }),
    ...(isUnreadable(draft.maxSize) && { maxSize: 'notASize' }),
    ...(after !== '' && before !== '' && after > before && { before: 'timesTurned' }),
  };
}

function bytesOf(text: string): number | undefined {
  const bytes = parseBytes(text);
  return bytes === undefined || bytes > Number.MAX_SAFE_INTEGER / 10 ? undefined : Number(bytes);
}

function isUnreadable(text: string): boolean {
  return text.trim() !== '' && bytesOf(text) === undefined;
}

/** Returns the size in the largest unit that yields a whole number. */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  let value = bytes;
  let unit = 0;
  while (value > 0 && value % 1024 === 0 && unit < BINARY_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value} ${BINARY_UNITS[unit]}`;
}
