import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** The line with search and actions above a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>;
}

/** Pushes what follows to the end of the line. */
export function ToolbarGap() {
  return <span className={classes.gap} />;
}

/** A short changing text in the line, such as the number of selected items. */
export function ToolbarNote({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes.note} role="status">
      {children}
    </span>
  );
}
