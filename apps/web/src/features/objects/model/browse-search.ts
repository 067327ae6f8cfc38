import { rewindAddress } from '#web/entities/object/rewind.ts';
import {
  formatSearch,
  type SearchField,
  type SearchFields,
  textField,
} from '#web/lib/router/search.ts';
import { formatSort, parseSort } from './loaded-rows.ts';
import type { ObjectSort } from './object-row.ts';

/** What is looked for in a folder and everything below it. */
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

/** What is listed of a folder. */
export interface FolderView extends ObjectSearch {
  /** The name to begin with, '' for the first. */
  readonly from: string;
  /** Also what is deleted, where versions of it are left. */
  readonly deleted: boolean;
  /** The time that is looked back at, ISO 8601; '' for now. */
  readonly rewind: string;
}

/** What the address of the browser holds beside the folder. */
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

/** Looks for nothing in particular. */
export const noSearch: ObjectSearch = {
  search: '',
  minSize: undefined,
  maxSize: undefined,
  after: '',
  before: '',
};

/** A folder as it is, from its first name on. */
const plainView: FolderView = { ...noSearch, from: '', deleted: false, rewind: '' };

/** Whether only a part of what is in the folder and below it is looked for. */
export function isSearch({ search, minSize, maxSize, after, before }: ObjectSearch): boolean {
  return [search, after, before].some((text) => text !== '') || (minSize ?? maxSize) !== undefined;
}

/** Whether bounds of size or time are part of a search. */
export function hasBounds(search: ObjectSearch): boolean {
  return isSearch({ ...search, search: '' });
}

/** What is kept of the view where another folder of the bucket is opened: the time that is looked at. */
export function viewOfOtherFolder({ deleted, rewind }: FolderView): FolderView {
  return { ...plainView, deleted, rewind };
}

/** The view as a text that tells it from others. */
export function viewKey(now: FolderView): string {
  return formatSearch(view, now);
}

/** The query of the address of another folder. */
export function otherFolderQuery(now: FolderView): string {
  return formatSearch(view, viewOfOtherFolder(now));
}
