import {
  type ColumnVisibilityState,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { readStored, writeStored } from '#web/lib/client-state/local-storage.ts';
import type { DataTableColumn, DataTableSort } from './data-table-column.ts';
import type { HeadColumn, ShownColumn } from './data-table-head.tsx';

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/**
 * The table library keeps columns, visibility and sorting. It is given no rows: a
 * row object of its own for each of 100,000 rows costs 0.4 s and 67 MB on every
 * page that is loaded, and the body draws only the few that are on the screen.
 */
const noRows: never[] = [];

function columnsKey(table: string): string {
  return `columns:${table}`;
}

/** The stored choice; whatever else is stored there counts as none. */
function readVisibility(table: string): ColumnVisibilityState {
  try {
    const stored: unknown = JSON.parse(readStored(columnsKey(table)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, shown]) => typeof shown === 'boolean'),
    );
  } catch {
    return {};
  }
}

interface ColumnModelInput<Row> {
  /** Name of the table, for remembering its columns. */
  readonly table: string;
  readonly columns: readonly DataTableColumn<Row>[];
  readonly sort: DataTableSort | undefined;
  readonly onSortChange: ((sort: DataTableSort) => void) | undefined;
}

interface ColumnModel<Row> {
  readonly shown: readonly DataTableColumn<Row>[];
  readonly head: readonly HeadColumn[];
  readonly choices: readonly ShownColumn[];
}

function useVisibility(table: string, columns: readonly DataTableColumn<never>[]) {
  const [stored, setStored] = useState(() => readVisibility(table));
  const visibility = useMemo(() => {
    const defaults = columns.filter((column) => column.hidden).map(({ id }) => [id, false]);
    return { ...Object.fromEntries(defaults), ...stored } as ColumnVisibilityState;
  }, [columns, stored]);
  const change = (updater: Updater<ColumnVisibilityState>) => {
    const next = typeof updater === 'function' ? updater(visibility) : updater;
    writeStored(columnsKey(table), JSON.stringify(next));
    setStored(next);
  };
  return [visibility, change] as const;
}

/** Which columns a table shows, and what its head does. The choice of columns is remembered. */
export function useColumnModel<Row>(input: ColumnModelInput<Row>): ColumnModel<Row> {
  const { columns, sort, onSortChange } = input;
  const [columnVisibility, onColumnVisibilityChange] = useVisibility(input.table, columns);
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.descending }] : []), [sort]);
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        enableSorting: column.sortable ?? false,
        enableHiding: !column.primary,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    state: { columnVisibility, sorting },
    onColumnVisibilityChange,
    manualSorting: true,
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  const leaves = table.getVisibleLeafColumns();
  const shownIds = leaves.map(({ id }) => id).join(' ');
  const shown = useMemo(() => {
    const ids = shownIds.split(' ');
    return columns.filter((column) => ids.includes(column.id));
  }, [columns, shownIds]);
  return {
    shown,
    head: leaves.map((leaf) => {
      const column = byId.get(leaf.id);
      const sorted = leaf.getIsSorted();
      const sortable = leaf.getCanSort() || column?.sortable;
      return {
        id: leaf.id,
        header: column?.header ?? '',
        align: column?.align,
        keep: Boolean(column?.primary || column?.fact),
        sorted,
        onSort:
          sortable && onSortChange
            ? () => onSortChange({ column: leaf.id, descending: sorted === 'asc' })
            : undefined,
      };
    }),
    choices: table
      .getAllLeafColumns()
      .filter((leaf) => leaf.getCanHide())
      .map((leaf) => ({
        id: leaf.id,
        header: byId.get(leaf.id)?.header ?? '',
        shown: leaf.getIsVisible(),
        onToggle: () => leaf.toggleVisibility(),
      })),
  };
}
