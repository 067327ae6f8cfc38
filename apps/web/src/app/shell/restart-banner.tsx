import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useRestartNeeded } from '#web/entities/session/restart-need.ts';
import { useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { BusyBar } from '#web/ui/busy-bar.tsx';
import { appText } from '../en.ts';
import classes from './restart-banner.module.css';
import { isSilent, useRestartService } from './restart-service.ts';

/** Says that changed settings need a server restart, and restarts it. */
export function RestartBanner() {
  const t = useText(appText);
  const needed = useRestartNeeded();
  const running = useClientState('serverIsLoading');
  const restart = useRestartService();
  if (!needed) return null;
  return (
    <div className={classes.banner} role="status">
      <IconRefreshAlert className={classes.icon} size={20} stroke={1.6} aria-hidden />
      {running ? (
        <>
          <span className={classes.text}>{t('restart.running')}</span>
          <BusyBar className={classes.progress} label={t('restart.running')} color="orange" />
        </>
      ) : (
        <>
          <span className={classes.text}>
            {t(isSilent(restart.error) ? 'restart.silent' : 'restart.needed')}
          </span>
          <Button size="xs" variant="default" onClick={() => restart.mutate()}>
            {t('restart.action')}
          </Button>
        </>
      )}
    </div>
  );
}
