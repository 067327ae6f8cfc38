import { type ObjectRow, type ObjectSort, sortRows } from './object-row.ts';

/** Pages of rows as the storage returns them: sorted by name. */
type Pages = readonly { readonly rows: readonly ObjectRow[] }[];

/**
 * Returns the rows of the loaded pages sorted, folders first. The storage returns them by name, so
 * that order needs no sorting.
 */
export function orderedRows(pages: Pages, sort: ObjectSort): readonly ObjectRow[] {
  const rows = pages.flatMap((page) => page.rows);
  if (sort.column !== 'name') return sortRows(rows, sort);
  const folders = rows.filter((row) => row.isFolder);
  const files = rows.filter((row) => !row.isFolder);
  if (sort.descending) {
    folders.reverse();
    files.reverse();
  }
  return [...folders, ...files];
}

/** Whether a key is among the loaded rows. */
export function holdsKey(pages: Pages, key: string): boolean {
  return pages.some((page) => page.rows.some((row) => row.key === key));
}

const columns = ['name', 'modified', 'size'] as const;

/** Returns the sort order in an address, such as 'size' or '-modified'. */
export function parseSort(text: string): ObjectSort {
  const descending = text.startsWith('-');
  const column = columns.find((name) => name === text.slice(descending ? 1 : 0));
  return column === undefined ? { column: 'name', descending: false } : { column, descending };
}

/** Returns the sort order for an address; '' for the default. */
export function formatSort({ column, descending }: ObjectSort): string {
  if (column === 'name' && !descending) return '';
  return `${descending ? '-' : ''}${column}`;
}
