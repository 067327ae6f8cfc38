import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery, useSession } from '#web/entities/session/session.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';

const minute = 60_000;
const warnedMinutes = 5;
/** Timers of browsers count no further. */
const longestTimer = 2 ** 31 - 1;

/** Warns before the session ends, and asks the server when it has: its answer leads to the login. */
export function useSessionEnd(): void {
  const t = useText(appText);
  const queryClient = useQueryClient();
  const { endsIn } = useSession();
  useEffect(() => {
    const { dataUpdatedAt = Date.now() } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
    const left = dataUpdatedAt + endsIn * 1000 - Date.now();
    if (left > longestTimer) return;
    const warn = () => showMessage(t('session.endsSoon', { count: warnedMinutes }));
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
