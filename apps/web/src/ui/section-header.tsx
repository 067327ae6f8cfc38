import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import classes from './section-header.module.css';
import { Tag } from './tag.tsx';

interface SectionHeaderProps {
  readonly title: string;
  /** How many things the section lists. */
  readonly count?: number | undefined;
  /** Right of the title: what can be done here. */
  readonly children?: ReactNode;
}

/** The line over a section of a page: its title and its actions. */
export function SectionHeader({ title, count, children }: SectionHeaderProps) {
  return (
    <div className={classes.header}>
      <h2 className={classes.title}>{title}</h2>
      {count !== undefined && <Tag>{formatNumber(count)}</Tag>}
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
