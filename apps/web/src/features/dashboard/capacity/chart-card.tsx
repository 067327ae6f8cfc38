import type { ReactNode } from 'react';
import classes from './capacity.module.css';

interface ChartCardProps {
  readonly title: string;
  /** What is chosen for it, at the end of its first line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A card with a chart, and what it is about. */
export function ChartCard({ title, actions, children }: ChartCardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
