import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface TagProps {
  readonly tone?: 'neutral' | 'accent' | 'good' | 'warning' | 'bad';
  readonly children: ReactNode;
}

/** A short word next to a name; the word carries the meaning, the colour only supports it. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
