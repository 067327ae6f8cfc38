import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectDetailText } from '../en.ts';
import classes from './detail-section.module.css';

interface DetailSectionProps {
  readonly title: string;
  /** Opens the dialog that changes it; left out where it cannot be changed. */
  readonly onEdit?: (() => void) | undefined;
  /** Words of the button, in place of Edit. */
  readonly editLabel?: string;
  readonly children: ReactNode;
}

/** Something that is set on an object: what it is, and the way to change it. */
export function DetailSection({ title, onEdit, editLabel, children }: DetailSectionProps) {
  const t = useText(objectDetailText);
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {onEdit !== undefined && (
          <Button
            variant="default"
            size="compact-xs"
            aria-haspopup="dialog"
            aria-label={editLabel ?? t('editOf', { what: title })}
            onClick={onEdit}
          >
            {editLabel ?? t('edit')}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

interface DetailValueProps {
  readonly children: ReactNode;
  /** What it means, or why it is so. */
  readonly hint?: string | undefined;
}

/** What is set. */
export function DetailValue({ children, hint }: DetailValueProps) {
  return (
    <div className={classes.value}>
      {children}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
