import { rewindAddress } from '#web/entities/object/rewind.ts';
import {
  formatSearch,
  type SearchField,
  type SearchFields,
  textField,
} from '#web/lib/router/search.ts';
import { formatSort, parseSort } from './loaded-rows.ts';
import type { ObjectSort } from './object-row.ts';

/** The search criteria for a folder and everything below it. */
export interface ObjectSearch {
  /** Part of a name, or a pattern; '' for any. */
  readonly search: string;
  /** Bytes. */
  readonly minSize: number | undefined;
  readonly maxSize: number | undefined;
  /** ISO 8601; '' for any. */
  readonly after: string;
  readonly before: string;
}

/** How a folder is listed. */
export interface FolderView extends ObjectSearch {
  /** The name to start from, '' for the first. */
  readonly from: string;
  /** Includes deleted objects that have versions left. */
  readonly deleted: boolean;
  /** The past time shown, ISO 8601; '' for now. */
  readonly rewind: string;
}

/** The parameters of the browser's address, besides the folder. */
export interface BrowseSearch extends FolderView {
  readonly sort: ObjectSort;
}

const bytesField: SearchField<number | undefined> = {
  parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  format: (bytes) => bytes?.toString() ?? '',
};

const flagField: SearchField<boolean> = {
  parse: (text) => text === 'true',
  format: (flag) => (flag ? 'true' : ''),
};

const view: SearchFields<FolderView> = {
  search: textField,
  minSize: bytesField,
  maxSize: bytesField,
  after: rewindAddress.rewind,
  before: rewindAddress.rewind,
  from: textField,
  deleted: flagField,
  ...rewindAddress,
};

export const browseSearch: SearchFields<BrowseSearch> = {
  ...view,
  sort: { parse: parseSort, format: formatSort },
};

/** No search criteria. */
export const noSearch: ObjectSearch = {
  search: '',
  minSize: undefined,
  maxSize: undefined,
  after: '',
  before: '',
};

/** The current state of a folder, from its first name on. */
const plainView: FolderView = { ...noSearch, from: '', deleted: false, rewind: '' };

/** Whether the view is a search in the folder and below it. */
export function isSearch({ search, minSize, maxSize, after, before }: ObjectSearch): boolean {
  return [search, after, before].some((text) => text !== '') || (minSize ?? maxSize) !== undefined;
}

/** Whether a search has limits on size or time. */
export function hasBounds(search: ObjectSearch): boolean {
  return isSearch({ ...search, search: '' });
}

/**
 * Returns the parts of the view preserved when another folder of the bucket is opened: the time
 * shown.
 */
export function viewOfOtherFolder({ deleted, rewind }: FolderView): FolderView {
  return { ...plainView, deleted, rewind };
}

/** Returns the view as a unique text. */
export function viewKey(now: FolderView): string {
  return formatSearch(view, now);
}

/** Returns the address query for another folder. */
export function otherFolderQuery(now: FolderView): string {
  return formatSearch(view, viewOfOtherFolder(now));
}
