import type { ReactNode } from 'react';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { Name } from './name.tsx';
import classes from './text-cell.module.css';

interface TextCellProps {
  readonly children: ReactNode;
  /** Below it, smaller: in tables whose rows have two lines. */
  readonly note?: ReactNode;
  /** The whole text, where the cell may be too narrow for it, or more than it. */
  readonly title?: string | undefined;
  /** Of a path, the end tells it from others: its start is left out where there is no room. */
  readonly cut?: 'start';
}

function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <Name>{content}</Name> : content;
}

/** Text of a table's cell, cut where it has no room. */
export function TextCell({ children, note, title, cut }: TextCellProps) {
  return (
    <span className={classes.cell} title={title === undefined ? undefined : visibleName(title)}>
      <span className={classes.line} data-cut={cut}>
        {shown(children)}
      </span>
      {note !== undefined && <span className={classes.note}>{shown(note)}</span>}
    </span>
  );
}
