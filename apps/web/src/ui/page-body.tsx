import type { ReactNode } from 'react';
import classes from './page-body.module.css';

interface PageBodyProps {
  /** 'full' uses the whole width, for lists next to a panel. */
  readonly width?: 'container' | 'full';
  readonly children: ReactNode;
}

/** The content below a page's header line. */
export function PageBody({ width = 'container', children }: PageBodyProps) {
  return (
    <div className={classes.body} data-width={width}>
      {children}
    </div>
  );
}
