import { Loader } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';
import classes from './shell-pending.module.css';

/** Shown while the session is being requested, before any of the app. */
export function ShellPending() {
  const t = useText(appText);
  return (
    <div className={classes.pending} role="status" aria-label={t('loading')}>
      <Loader />
    </div>
  );
}
