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
/** The server notes uses once a minute, so its count may have begun as much earlier. */
const warnedBefore = 6 * minute;
/** Timers of browsers count no further. */
const longestTimer = 2 ** 31 - 1;

/** The answer leads to the login where the session is over; else it is in use, if only in another window. */
function callOnce(queryClient: QueryClient): void {
  void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(noteUse, () => {});
}

/** When the session ends if it is not used; undefined where it ends sooner in any case. */
function useIdleEnd(): number | undefined {
  const queryClient = useQueryClient();
  const { endsIn, idleSeconds } = useSession();
  const idleEnd = useSyncExternalStore(onUse, lastUse) + idleSeconds * 1000;
  const asked = queryClient.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  return idleEnd < asked + endsIn * 1000 ? idleEnd : undefined;
}

/** Says some minutes before that a session nobody uses will end, and keeps it open when asked to. */
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
