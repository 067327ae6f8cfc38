import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery, useSession } from '#web/entities/session/session.ts';
import { showNotice } from '#web/lib/client-state/notify.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';

const minute = 60_000;
const warnedMinutes = 5;
/** The longest delay browser timers support. */
const longestTimer = 2 ** 31 - 1;

/**
 * Warns before the session ends, and asks the server once it has: the response leads to the login.
 */
export function useSessionEnd(): void {
  const t = useText(appText);
  const queryClient = useQueryClient();
  const { endsIn } = useSession();
  useEffect(() => {
    const { dataUpdatedAt = Date.now() } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
    const left = dataUpdatedAt + endsIn * 1000 - Date.now();
    if (left > longestTimer) return;
    const warn = () => {
      const time = formatDateTimeZone(Date.now() + warnedMinutes * minute);
      showNotice(t('session.endsSoon', { time }), 'lasting');
    };
    const ask = () =>
      void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {});
    const warning = left > warnedMinutes * minute ? left - warnedMinutes * minute : undefined;
    const timers = [
      ...(warning === undefined ? [] : [setTimeout(warn, warning)]),
      setTimeout(ask, Math.max(0, left) + 1000),
    ];
    return () => timers.forEach(clearTimeout);
  }, [queryClient, endsIn, t]);
}
