import { useMemo, useState } from 'react';
import { readStored, writeStored } from '#web/lib/client-state/local-storage.ts';
import type { DataTableColumn, DataTableSort } from './data-table-column.ts';
import type { HeadColumn, ShownColumn } from './data-table-head.tsx';

/** Whether columns show, by their id; those that it does not name show as they are declared. */
type Visibility = Readonly<Record<string, boolean>>;

function columnsKey(table: string): string {
  return `columns:${table}`;
}

/** The stored choice; whatever else is stored there counts as none. */
function readVisibility(table: string): Visibility {
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

function useVisibility(table: string) {
  const [stored, setStored] = useState(() => readVisibility(table));
  const show = (id: string, shown: boolean) => {
    const next = { ...stored, [id]: shown };
    writeStored(columnsKey(table), JSON.stringify(next));
    setStored(next);
  };
  return [stored, show] as const;
}

/** Which columns a table shows, and what its head does. The choice of columns is remembered. */
export function useColumnModel<Row>(input: ColumnModelInput<Row>): ColumnModel<Row> {
  const { columns, sort, onSortChange } = input;
  const [stored, show] = useVisibility(input.table);
  // The primary column names the row: without it there would be nothing to choose.
  const isShown = (column: DataTableColumn<Row>) =>
    column.primary || (stored[column.id] ?? !column.hidden);
  const shownIds = columns.filter(isShown).map(({ id }) => id);
  const shownKey = shownIds.join(' ');
  const shown = useMemo(() => {
    const ids = shownKey.split(' ');
    return columns.filter(({ id }) => ids.includes(id));
  }, [columns, shownKey]);
  return {
    shown,
    head: shown.map(({ id, header, align, primary, fact, spare, sortable }) => {
      const ascending = sort?.column === id && !sort.descending;
      const descending = sort?.column === id && sort.descending;
      return {
        id,
        header,
        align,
        keep: Boolean(primary || fact),
        spare: Boolean(spare),
        sorted: ascending ? 'asc' : descending ? 'desc' : false,
        onSort:
          sortable && onSortChange
            ? () => onSortChange({ column: id, descending: ascending })
            : undefined,
      };
    }),
    choices: columns
      .filter(({ primary }) => !primary)
      .map((column) => ({
        id: column.id,
        header: column.header,
        shown: isShown(column),
        onToggle: () => show(column.id, !isShown(column)),
      })),
  };
}
