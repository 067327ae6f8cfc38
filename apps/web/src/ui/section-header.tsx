import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import classes from './section-header.module.css';
import { Tag } from './tag.tsx';

interface SectionHeaderProps {
  readonly title: string;
  /** Number of items the section lists. */
  readonly count?: number | undefined;
  /** Shown to the right of the title: the actions. */
  readonly children?: ReactNode;
}

/** The header line of a page's section: its title and its actions. */
export function SectionHeader({ title, count, children }: SectionHeaderProps) {
  return (
    <div className={classes.header}>
      <h2 className={classes.title}>{title}</h2>
      {count !== undefined && <Tag>{formatNumber(count)}</Tag>}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
