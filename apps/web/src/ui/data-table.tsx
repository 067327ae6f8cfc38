import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import classes from './data-table.module.css';
import {
  type DataTableColumn,
  type DataTableSort,
  gridTracks,
  type RowAction,
  sortedRows,
} from './data-table-column.ts';
import { ColumnSelector, DataTableHead } from './data-table-head.tsx';
import { askAhead, overscan, type RowLines, rowHeights, rowLimit } from './data-table-limits.ts';
import { DataTableRow, SkeletonRow } from './data-table-row.tsx';
import { coverage, type Selection } from './data-table-selection.ts';
import { dataTableText } from './data-table-text.ts';
import { useColumnModel } from './use-column-model.ts';
import { useDocumentTop } from './use-document-top.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

export interface DataTableProps<Row> {
  /** Name of the table, under which its column selection is stored. */
  readonly id: string;
  /** Accessible name of the table: 'Objects'. */
  readonly label: string;
  /** The kind of items, for the empty text: 'There are no {entity} yet.' */
  readonly entity: string;
  readonly columns: readonly DataTableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Returns the name of a row, for the labels of its controls. */
  readonly rowName: (row: Row) => string;
  /**
   * Returns the link of a row: its name is the link, and Enter or a click on the row follows it.
   */
  readonly rowHref?: (row: Row) => string | undefined;
  readonly rowActions?: (row: Row) => readonly RowAction<Row>[];
  /** Number of text lines per row. */
  readonly lines?: RowLines;
  /** A sentence about each row, shown across it below its cells, for two-line rows. */
  readonly rowNote?: ((row: Row) => string) | undefined;
  /** Key of the row whose details are open. */
  readonly currentKey?: string | undefined;
  readonly selection?: Selection;
  readonly onSelectionChange?: (selection: Selection) => void;
  /** Called on the Delete key on a row. */
  readonly onDelete?: (row: Row) => void;
  /** Called when a character without a meaning of its own is typed on a row. */
  readonly onType?: (character: string) => void;
  readonly sort?: DataTableSort;
  readonly onSortChange?: (sort: DataTableSort) => void;
  /** Nothing is loaded yet: rows are rendered as skeletons. */
  readonly loading?: boolean;
  /** Replaces the empty text. */
  readonly empty?: ReactNode;
  /** Whether there are more rows to load, which the table requests near its end. */
  readonly hasMore?: boolean;
  readonly loadingMore?: boolean;
  readonly onReachEnd?: () => void;
  /** Number of earlier rows that have been dropped; scrolling up requests them. */
  readonly rowsBefore?: number;
  readonly onReachStart?: () => void;
}

const skeletonRows = 8;
const moreRows = 3;

function useOrderedRows<Row>({ rows, columns, sort }: DataTableProps<Row>): readonly Row[] {
  return useMemo(() => {
    const value = columns.find((column) => column.id === sort?.column)?.sortValue;
    return sort && value ? sortedRows(rows, value, sort.descending) : rows;
  }, [rows, columns, sort]);
}

/**
 * The shared table: sortable columns, column selection, row selection, row actions, loading and
 * empty states. It scrolls with the page and renders only the visible rows, however many there are.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rowKey, rowName, rowHref, selection, onSelectionChange } = props;
  const { loading = false, hasMore = false, rowsBefore = 0, lines = 1 } = props;
  const rowHeight = rowHeights[lines];
  const t = useText(dataTableText);
  const go = useGo();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useOrderedRows(props);
  const { shown, head, choices } = useColumnModel({
    table: props.id,
    columns,
    sort: props.sort,
    onSortChange: props.onSortChange,
  });
  const onOpen = (row: Row) => {
    const href = rowHref?.(row);
    if (href !== undefined) go(href);
  };
  const { active, handlers } = useRowFocus({
    rows,
    keyOf: rowKey,
    selection,
    onSelectionChange,
    onOpen: rowHref && onOpen,
    onDelete: props.onDelete,
    onType: props.onType,
    body,
    page: () => Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4),
  });
  const pending = loading ? skeletonRows : hasMore ? moreRows : 0;
  const count = (loading ? 0 : rows.length) + pending;
  const [scrollMargin, setScrollMargin] = useState(0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (active >= range.count || drawn.includes(active)) return drawn;
      return [...drawn, active].sort((a, b) => a - b);
    },
    [active],
  );
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin,
    rangeExtractor,
  });
  useDocumentTop(body, virtualizer.isScrolling, setScrollMargin);
  const items = virtualizer.getVirtualItems();
  // The focused row is always rendered, so the visible rows are queried separately.
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useSteadyScroll({ rows, rowsBefore, sort: props.sort, first: startIndex }, rowKey, rowHeight);
  useEdges(props, startIndex, endIndex);

  const empty = !loading && rows.length === 0 && !hasMore;
  const layout = { select: selection !== undefined, actions: props.rowActions !== undefined };
  const tracks = {
    '--tracks': gridTracks(shown, { ...layout, narrow: false }),
    '--tracks-medium': gridTracks(
      shown.filter(({ spare }) => !spare),
      { ...layout, narrow: false },
    ),
    '--tracks-narrow': gridTracks(shown, { ...layout, narrow: true }),
    '--row': `${rowHeight}px`,
  } as CSSProperties;
  const chosen = selection?.size ?? 0;
  const all = coverage(chosen, rows.length);
  return (
    <div className={classes.frame} style={tracks}>
      <table
        className={classes.table}
        role="grid"
        aria-label={props.label}
        aria-rowcount={hasMore || loading ? -1 : rowsBefore + rows.length + 1}
        aria-multiselectable={selection !== undefined || undefined}
        aria-busy={loading || undefined}
      >
        <DataTableHead
          columns={head}
          selectAll={
            selection && {
              state: all,
              onToggle: () =>
                onSelectionChange?.(all === 'all' ? new Set() : new Set(rows.map(rowKey))),
            }
          }
          rowActions={layout.actions}
          selector={<ColumnSelector columns={choices} />}
        />
        <tbody
          ref={body}
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          {...handlers}
        >
          {items.map(({ index, start }) => {
            const row = loading ? undefined : rows[index];
            const top = start - scrollMargin;
            if (row === undefined) return <SkeletonRow key={`s${index}`} index={index} top={top} />;
            const key = rowKey(row);
            return (
              <DataTableRow
                key={key}
                row={row}
                index={index}
                top={top}
                position={rowsBefore + index}
                name={rowName(row)}
                href={rowHref?.(row)}
                columns={shown}
                actions={props.rowActions}
                note={props.rowNote}
                selectLabel={selection && t('selectRow', { name: rowName(row) })}
                selected={selection?.has(key) ?? false}
                active={index === active}
                current={key === props.currentKey}
              />
            );
          })}
        </tbody>
      </table>
      {empty && (
        <div className={classes.empty} role="status">
          {props.empty ?? t('empty', { entity: props.entity })}
        </div>
      )}
    </div>
  );
}

/** Requests more rows when the first or last visible one gets close to an end. */
function useEdges<Row>(props: DataTableProps<Row>, first: number, last: number): void {
  const { rows, loading, hasMore, loadingMore, rowsBefore = 0, onReachEnd, onReachStart } = props;
  const busy = Boolean(loading || loadingMore);
  const atEnd =
    !busy &&
    Boolean(hasMore) &&
    last + askAhead >= rows.length - 1 &&
    rowsBefore + rows.length < rowLimit;
  const atStart = !busy && rowsBefore > 0 && first <= overscan;
  useEffect(() => {
    if (atEnd) onReachEnd?.();
  }, [atEnd, onReachEnd]);
  useEffect(() => {
    if (atStart && !atEnd) onReachStart?.();
  }, [atStart, atEnd, onReachStart]);
}
