import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { sessionQuery } from './session.ts';

const minute = 60_000;

/** Says for the session whether saved settings wait for a restart, here and wherever it is shown. */
export function setRestartNeeded(queryClient: QueryClient, restartNeeded: boolean): void {
  const { queryKey } = sessionQuery;
  const { dataUpdatedAt } = queryClient.getQueryState(queryKey) ?? {};
  // How long the session lasts counts from when the server said so, not from now.
  queryClient.setQueryData(queryKey, (known) => known && { ...known, restartNeeded }, {
    ...(dataUpdatedAt !== undefined && { updatedAt: dataUpdatedAt }),
  });
  setClientState({ serverNeedsRestart: restartNeeded });
}

/** What was just saved may wait for a restart. */
export function noteRestart(queryClient: QueryClient, effect: { readonly restart: boolean }): void {
  if (effect.restart) setRestartNeeded(queryClient, true);
}

/**
 * Whether saved settings wait for a restart, whoever has saved them. The session says so when the
 * page is loaded, and again when somebody comes back to it: asking all the time would keep the session alive.
 */
export function useRestartNeeded(): boolean {
  const { data: restartNeeded } = useQuery({
    ...sessionQuery,
    select: (session) => session.restartNeeded,
    staleTime: minute,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    if (restartNeeded !== undefined) setClientState({ serverNeedsRestart: restartNeeded });
  }, [restartNeeded]);
  return useClientState('serverNeedsRestart');
}
