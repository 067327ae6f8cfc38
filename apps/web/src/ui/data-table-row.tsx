import { type CSSProperties, memo, type ReactNode } from 'react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { CheckBox } from './check-box.tsx';
import classes from './data-table.module.css';
import type { DataTableColumn, RowAction } from './data-table-column.ts';
import { RowActions } from './data-table-row-actions.tsx';

interface DataTableRowProps<Row> {
  readonly row: Row;
  /** Index among all rows. */
  readonly index: number;
  /** Distance from the top of the body, in pixels. */
  readonly top: number;
  /** Index in the whole list; earlier rows may have been dropped. */
  readonly position: number;
  readonly name: string;
  readonly href: string | undefined;
  readonly columns: readonly DataTableColumn<Row>[];
  readonly actions: ((row: Row) => readonly RowAction<Row>[]) | undefined;
  readonly note: ((row: Row) => string) | undefined;
  /** Label of the row's checkbox; without it the row cannot be selected. */
  readonly selectLabel: string | undefined;
  readonly selected: boolean;
  /** Whether it is the keyboard's current row. */
  readonly active: boolean;
  /** Whether its details are open. */
  readonly current: boolean;
}

function Cell<Row>({
  column,
  row,
  href,
  tabIndex,
  note,
}: {
  readonly column: DataTableColumn<Row>;
  readonly row: Row;
  readonly href: string | undefined;
  readonly tabIndex: number;
  readonly note: string;
}): ReactNode {
  const marks = {
    className: classes.cell,
    'data-align': column.align,
    'data-keep': column.primary || column.fact || undefined,
    'data-spare': column.spare || undefined,
  };
  if (!column.primary) return <td {...marks}>{column.cell(row)}</td>;
  return (
    <th scope="row" {...marks}>
      {href === undefined ? (
        column.cell(row)
      ) : (
        <RouterLink className={classes.link} to={href} tabIndex={tabIndex} data-row-link>
          {column.cell(row)}
        </RouterLink>
      )}
      {note !== '' && (
        <span className={classes.note} title={note}>
          {note}
        </span>
      )}
    </th>
  );
}

function PlainRow<Row>(props: DataTableRowProps<Row>) {
  const { row, index, top, name, href, columns, actions, selectLabel, selected, active } = props;
  const tabIndex = active ? 0 : -1;
  const note = props.note?.(row) ?? '';
  const style: CSSProperties = { transform: `translateY(${top}px)` };
  return (
    <tr
      className={classes.row}
      style={style}
      data-index={index}
      data-noted={note !== '' || undefined}
      aria-rowindex={props.position + 2}
      aria-selected={selectLabel === undefined ? undefined : selected}
      aria-current={props.current || undefined}
      tabIndex={tabIndex}
    >
      {selectLabel !== undefined && (
        <td className={classes.cell} data-keep data-check>
          <CheckBox
            tabIndex={tabIndex}
            aria-label={selectLabel}
            checked={selected}
            readOnly
            data-row-check
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell
          key={column.id}
          column={column}
          row={row}
          href={href}
          tabIndex={tabIndex}
          note={note}
        />
      ))}
      <td className={classes.cell} data-keep data-align="end">
        {actions && <RowActions row={row} name={name} actions={actions(row)} tabIndex={tabIndex} />}
      </td>
    </tr>
  );
}

/**
 * One row of a data table. Its events are handled by the body, so that it only re-renders when it
 * changes.
 */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;

interface SkeletonRowProps {
  readonly index: number;
  readonly top: number;
}

/** Placeholder for a row that is being loaded. */
export function SkeletonRow({ index, top }: SkeletonRowProps) {
  return (
    <tr
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      data-skeleton
      data-index={index}
      aria-hidden
    >
      <td className={classes.skeleton} />
    </tr>
  );
}
