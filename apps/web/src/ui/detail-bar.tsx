import type { ReactNode } from 'react';
import classes from './detail-bar.module.css';

interface DetailBarProps {
  /** Short facts about what the page shows. */
  readonly facts: ReactNode;
  /** What can be done with it as a whole. */
  readonly children: ReactNode;
}

/** The line below the header of a page about one thing. */
export function DetailBar({ facts, children }: DetailBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.facts}>{facts}</div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
