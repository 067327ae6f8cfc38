import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './warning-note.module.css';

/** Something to know before going on. */
export function WarningNote({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.note}>
      <IconAlertTriangle className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>{children}</div>
    </div>
  );
}
