import type { StoredObject } from '@stowage/contract/objects';
import { parentPrefix } from '@stowage/domain/object-key';
import { shownName } from '#web/entities/object/shown-name.ts';

/** A row of a folder: an object, or a folder if its key ends in '/'. */
export interface ObjectRow {
  readonly key: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes; folders have none. */
  readonly size: number | undefined;
  /** Milliseconds since 1970; undefined if the storage returned no usable value. */
  readonly modified: number | undefined;
  /** The folders between the open one and this search result, each with a trailing '/'. */
  readonly above: string;
  /** Whether it is deleted at the time shown; for a folder, whether everything in it is. */
  readonly deleted: boolean;
  /** When versions are listed: the version or delete marker of this row. */
  readonly versionId: string | undefined;
}

export type ObjectColumn = 'name' | 'modified' | 'size';

export interface ObjectSort {
  readonly column: ObjectColumn;
  readonly descending: boolean;
}

function instant(text: string | undefined): number | undefined {
  const value = Date.parse(text ?? '');
  return Number.isNaN(value) ? undefined : value;
}

/** Returns the row of an object listed in a folder. */
export function objectRow(object: StoredObject, folder = ''): ObjectRow {
  const isFolder = object.name.endsWith('/');
  return {
    key: object.name,
    name: shownName(object.name),
    isFolder,
    size: isFolder || object.delete_flag ? undefined : object.size,
    modified: isFolder ? undefined : instant(object.last_modified),
    above: parentPrefix(object.name).slice(folder.length),
    deleted: object.delete_flag === true,
    versionId: object.version_id,
  };
}

/** Returns the rows of a folder, without the folder's own marker object. */
export function folderRows(folder: string, objects: readonly StoredObject[]): ObjectRow[] {
  return objects
    .filter((object) => object.name !== folder)
    .map((object) => objectRow(object, folder));
}

function byColumn(column: ObjectColumn): (a: ObjectRow, b: ObjectRow) => number {
  if (column === 'name') return (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return (a, b) => (a[column] ?? -1) - (b[column] ?? -1);
}

/**
 * Sorts rows by a column. Folders always come first, sorted by name if the column does not apply to
 * them.
 */
export function sortRows(rows: readonly ObjectRow[], sort: ObjectSort): ObjectRow[] {
  const folders = rows.filter((row) => row.isFolder);
  const files = rows.filter((row) => !row.isFolder);
  const sign = sort.descending ? -1 : 1;
  const compare = byColumn(sort.column);
  files.sort((a, b) => sign * compare(a, b));
  const folderSign = sort.column === 'name' ? sign : 1;
  const byName = byColumn('name');
  folders.sort((a, b) => folderSign * byName(a, b));
  return [...folders, ...files];
}
