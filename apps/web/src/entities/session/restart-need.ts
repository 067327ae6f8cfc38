import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { sessionQuery } from './session.ts';

const minute = 60_000;

/**
 * Sets whether saved settings are waiting for a restart, in the session and everywhere it is shown.
 */
export function setRestartNeeded(queryClient: QueryClient, restartNeeded: boolean): void {
  const { queryKey } = sessionQuery;
  const { dataUpdatedAt } = queryClient.getQueryState(queryKey) ?? {};
  // The session's lifetime counts from the server's response, not from this update.
  queryClient.setQueryData(queryKey, (known) => known && { ...known, restartNeeded }, {
    ...(dataUpdatedAt !== undefined && { updatedAt: dataUpdatedAt }),
  });
  setClientState({ serverNeedsRestart: restartNeeded });
}

/** Notes that a change just saved may require a restart. */
export function noteRestart(queryClient: QueryClient, effect: { readonly restart: boolean }): void {
  if (effect.restart) setRestartNeeded(queryClient, true);
}

/**
 * Returns whether saved settings are waiting for a restart, whoever saved them. It is read with the
 * session when the page loads and when the window regains focus: polling would keep the session
 * alive.
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
