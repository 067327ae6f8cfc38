import { Loader } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';
import classes from './shell-pending.module.css';

/** While the session is asked for: nothing of the app shows yet. */
export function ShellPending() {
  const t = useText(appText);
  return (
    <div className={classes.pending} role="status" aria-label={t('loading')}>
      <Loader />
    </div>
  );
}
