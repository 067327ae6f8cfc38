import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { formatSort, parseSort } from './loaded-rows.ts';
import type { ObjectSort } from './object-row.ts';

/** What the address of the browser holds beside the folder. */
export interface BrowseSearch {
  /** Lists only what begins with this. */
  readonly search: string;
  readonly sort: ObjectSort;
}

export const browseSearch: SearchFields<BrowseSearch> = {
  search: textField,
  sort: { parse: parseSort, format: formatSort },
};
