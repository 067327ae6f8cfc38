import { useMemo, useState } from 'react';
import { readStored, writeStored } from '#web/lib/client-state/local-storage.ts';
import type { DataTableColumn, DataTableSort } from './data-table-column.ts';
import type { HeadColumn, ShownColumn } from './data-table-head.tsx';

/** Whether columns are visible, by id; columns not listed use their declared default. */
type Visibility = Readonly<Record<string, boolean>>;

function columnsKey(table: string): string {
  return `columns:${table}`;
}

/** Returns the stored selection; invalid values are ignored. */
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
  /** Name of the table, under which its columns are stored. */
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

/**
 * Returns a table's visible columns and the actions of its header. The column selection is stored.
 */
export function useColumnModel<Row>(input: ColumnModelInput<Row>): ColumnModel<Row> {
  const { columns, sort, onSortChange } = input;
  const [stored, show] = useVisibility(input.table);
  // The primary column identifies the row and is always visible.
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
