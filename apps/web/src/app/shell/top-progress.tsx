import { Progress } from '@mantine/core';
import { useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';
import classes from './top-progress.module.css';

/** The thin bar at the top edge while something loads. */
export function TopProgress() {
  const t = useText(appText);
  const progress = useClientState('loadingProgress');
  if (progress >= 100) return null;
  return (
    <Progress
      className={classes.bar}
      size={3}
      radius={0}
      value={progress}
      aria-label={t('loading')}
    />
  );
}
