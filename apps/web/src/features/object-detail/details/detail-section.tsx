import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectDetailText } from '../en.ts';
import classes from './detail-section.module.css';

interface DetailSectionProps {
  readonly title: string;
  /** Opens the edit dialog; omitted if it cannot be changed. */
  readonly onEdit?: (() => void) | undefined;
  /** Label of the button, in place of Edit. */
  readonly editLabel?: string;
  readonly children: ReactNode;
}

/** A setting of an object: its value, and a button to change it. */
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
  /** Explains the value. */
  readonly hint?: string | undefined;
}

/** The value. */
export function DetailValue({ children, hint }: DetailValueProps) {
  return (
    <div className={classes.value}>
      {children}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
