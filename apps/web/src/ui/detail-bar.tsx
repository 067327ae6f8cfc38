import type { ReactNode } from 'react';
import classes from './detail-bar.module.css';

interface DetailBarProps {
  /** Brief properties of the item shown on the page. */
  readonly facts: ReactNode;
  /** Actions for the item as a whole. */
  readonly children: ReactNode;
}

/** The line below the header of an item's page. */
export function DetailBar({ facts, children }: DetailBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.facts}>{facts}</div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
