import type { ReactNode } from 'react';
import classes from './capacity.module.css';

interface ChartCardProps {
  readonly title: string;
  /** Its controls, at the end of the first line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A card with a chart and its description. */
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
