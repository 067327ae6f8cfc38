import type { StoredObject } from '@stowage/contract/objects';
import { shownName } from '#web/entities/object/shown-name.ts';

/** A line of a folder: an object, or a folder when its key ends in '/'. */
export interface ObjectRow {
  readonly key: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes; folders have none. */
  readonly size: number | undefined;
  /** Milliseconds since 1970; undefined where the storage said nothing usable. */
  readonly modified: number | undefined;
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

/** The row of a listed object. */
export function objectRow(object: StoredObject): ObjectRow {
  const isFolder = object.name.endsWith('/');
  return {
    key: object.name,
    name: shownName(object.name),
    isFolder,
    size: isFolder ? undefined : object.size,
    modified: isFolder ? undefined : instant(object.last_modified),
  };
}

/** The rows of a folder: the folder's own marker object is not one of them. */
export function folderRows(folder: string, objects: readonly StoredObject[]): ObjectRow[] {
  return objects.filter((object) => object.name !== folder).map(objectRow);
}

function byColumn(column: ObjectColumn): (a: ObjectRow, b: ObjectRow) => number {
  if (column === 'name') return (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return (a, b) => (a[column] ?? -1) - (b[column] ?? -1);
}

/**
 * Rows in the order of a column. Folders stay first whatever the sort, and are ordered by name
 * where the column says nothing of them.
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
