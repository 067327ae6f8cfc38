import type { ReactNode } from 'react';

/** A column of a data table. */
export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name: it cannot be hidden, and is the row's header and its link, if rows have one. */
  readonly primary?: boolean;
  /** The one fact shown next to the name at narrow width. */
  readonly fact?: boolean;
  readonly align?: 'start' | 'end';
  /** Grid track, such as '96px' or 'minmax(0, 2fr)'; an equal share if omitted. */
  readonly width?: string;
  /** Grid track of the fact at narrow width. */
  readonly narrowWidth?: string;
  /** Hidden if the table is not wide, in favour of more important columns. */
  readonly spare?: boolean;
  readonly sortable?: boolean;
  /**
   * The value to sort rows by. A sortable column without it leaves sorting to the screen, which is
   * notified by onSortChange.
   */
  readonly sortValue?: (row: Row) => string | number | undefined;
  /** Hidden by default. */
  readonly hidden?: boolean;
}

export interface DataTableSort {
  readonly column: string;
  readonly descending: boolean;
}

/** An action for a row. Destructive ones are only in the row's menu. */
export interface RowAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  /** Why it is unavailable for this row; undefined if it is available. */
  readonly refusal?: string | undefined;
  /** Only in the menu, however much space there is. */
  readonly inMenu?: boolean;
  readonly onSelect: (row: Row) => void;
}

interface Layout {
  readonly select: boolean;
  /** Whether rows have actions; without them only the header has something at its end. */
  readonly actions: boolean;
  readonly narrow: boolean;
}

const share = 'minmax(0, 1fr)';

/** Returns the grid of a table's rows: selection, columns, options. */
export function gridTracks(
  columns: readonly Pick<DataTableColumn<never>, 'primary' | 'fact' | 'width' | 'narrowWidth'>[],
  { select, actions, narrow }: Layout,
): string {
  if (!narrow) {
    const tracks = columns.map((column) => column.width ?? share);
    return [...(select ? ['40px'] : []), ...tracks, actions ? '132px' : '52px'].join(' ');
  }
  const tracks = columns
    .filter((column) => column.primary || column.fact)
    .map((column) => (column.primary ? share : (column.narrowWidth ?? column.width ?? share)));
  return [...(select ? ['32px'] : []), ...tracks, '40px'].join(' ');
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b);
  return a < b ? -1 : 1;
}

/** Sorts rows by a column's value; rows without one come first in ascending order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | undefined,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}
