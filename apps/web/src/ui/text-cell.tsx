import type { ReactNode } from 'react';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { Name } from './name.tsx';
import classes from './text-cell.module.css';

interface TextCellProps {
  readonly children: ReactNode;
  /** Shown below it in smaller text, for tables with two-line rows. */
  readonly note?: ReactNode;
  /** The full text, if the cell may truncate it, or a longer one. */
  readonly title?: string | undefined;
  /** For a path, whose end is most significant: its start is truncated if space is short. */
  readonly cut?: 'start';
}

function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <Name>{content}</Name> : content;
}

/** Text of a table cell, truncated if it does not fit. */
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
