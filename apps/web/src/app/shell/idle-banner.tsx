import { Button } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionQuery, useSession } from '#web/entities/session/session.ts';
import { lastUse, noteUse, onUse } from '#web/lib/api/last-use.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';
import classes from './restart-banner.module.css';

const minute = 60_000;
/**
 * The server records activity once a minute, so its idle period may have started up to a minute
 * earlier.
 */
const warnedBefore = 6 * minute;
/** The longest delay browser timers support. */
const longestTimer = 2 ** 31 - 1;

/**
 * Requests the session. If it is over, the response leads to the login; if not, it was used,
 * perhaps in another window.
 */
function callOnce(queryClient: QueryClient): void {
  void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(noteUse, () => {});
}

/** Returns when the session ends if it stays idle; undefined if it ends sooner anyway. */
function useIdleEnd(): number | undefined {
  const queryClient = useQueryClient();
  const { endsIn, idleSeconds } = useSession();
  const idleEnd = useSyncExternalStore(onUse, lastUse) + idleSeconds * 1000;
  const asked = queryClient.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  return idleEnd < asked + endsIn * 1000 ? idleEnd : undefined;
}

/** Warns some minutes before an idle session ends, and keeps it open on request. */
export function IdleBanner() {
  const t = useText(appText);
  const queryClient = useQueryClient();
  const idleEnd = useIdleEnd();
  const [warnedOf, setWarnedOf] = useState<number>();
  useEffect(() => {
    const left = idleEnd === undefined ? Number.POSITIVE_INFINITY : idleEnd - Date.now();
    if (left > longestTimer) return;
    const ask = () => callOnce(queryClient);
    const timers = [
      setTimeout(() => setWarnedOf(idleEnd), left - warnedBefore),
      setTimeout(ask, Math.max(0, left) + 1000),
    ];
    return () => timers.forEach(clearTimeout);
  }, [queryClient, idleEnd]);
  if (idleEnd === undefined || warnedOf !== idleEnd) return null;
  return (
    <div className={classes.banner} role="alert">
      <IconClockExclamation className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        {t('session.idle', { time: formatDateTimeZone(idleEnd - minute) })}
      </span>
      <Button size="xs" variant="default" onClick={() => callOnce(queryClient)}>
        {t('session.stay')}
      </Button>
    </div>
  );
}
