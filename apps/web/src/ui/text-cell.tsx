import type { ReactNode } from 'react';
import classes from './text-cell.module.css';

interface TextCellProps {
  readonly children: ReactNode;
  /** Below it, smaller: in tables whose rows have two lines. */
  readonly note?: ReactNode;
  /** The whole text, where the cell may be too narrow for it, or more than it. */
  readonly title?: string | undefined;
}

/** Text of a table's cell, cut where it has no room. */
export function TextCell({ children, note, title }: TextCellProps) {
  return (
    <span className={classes.cell} title={title}>
      <span className={classes.line}>{children}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </span>
  );
}
