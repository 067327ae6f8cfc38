import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** The line of search and actions over a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>;
}

/** What stands after it is at the end of the line. */
export function ToolbarGap() {
  return <span className={classes.gap} />;
}

/** A few words in the line that change, such as how much is selected. */
export function ToolbarNote({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes.note} role="status">
      {children}
    </span>
  );
}
