import type { DataTableColumn } from './data-table-column.ts';
import { TextCell } from './text-cell.tsx';

/** Returns the column with the names that identify rows. */
export function nameColumn<Row>(
  header: string,
  nameOf: (row: Row) => string,
): DataTableColumn<Row> {
  return {
    id: 'name',
    header,
    primary: true,
    sortable: true,
    sortValue: nameOf,
    cell: (row) => <TextCell title={nameOf(row)}>{nameOf(row)}</TextCell>,
  };
}
