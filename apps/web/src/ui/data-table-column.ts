import type { ReactNode } from 'react';

/** A column of a data table. */
export interface DataTableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name: it stays whatever is hidden, it is the row's header, and its link where rows have one. */
  readonly primary?: boolean;
  /** The one fact beside the name that stays at narrow width. */
  readonly fact?: boolean;
  readonly align?: 'start' | 'end';
  /** Grid track, such as '96px' or 'minmax(0, 2fr)'; an equal share without it. */
  readonly width?: string;
  /** Grid track at narrow width, of the fact. */
  readonly narrowWidth?: string;
  /** Left out where the table is not wide, for what matters more. */
  readonly spare?: boolean;
  readonly sortable?: boolean;
  /**
   * What the table sorts its rows by. A sortable column without it leaves the
   * order to the screen, which gets to know by onSortChange.
   */
  readonly sortValue?: (row: Row) => string | number | undefined;
  /** Shown only when somebody asks for it. */
  readonly hidden?: boolean;
}

export interface DataTableSort {
  readonly column: string;
  readonly descending: boolean;
}

/** Something that can be done with a row. Dangerous ones live in the row's menu only. */
export interface RowAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  /** Why it cannot be done with this row now; undefined when it can. */
  readonly refusal?: string | undefined;
  /** It is in the menu only, however much room there is. */
  readonly inMenu?: boolean;
  readonly onSelect: (row: Row) => void;
}

interface Layout {
  readonly select: boolean;
  /** Whether rows have actions; without them only the head has something at its end. */
  readonly actions: boolean;
  readonly narrow: boolean;
}

const share = 'minmax(0, 1fr)';

/** The grid of a table's rows: selection, columns, options. */
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

/** Rows in the order of a column's value; what has no value comes first when ascending. */
export function sortedRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | undefined,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}
