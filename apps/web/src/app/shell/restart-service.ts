import { restartService } from '@stowage/contract/service';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setRestartNeeded } from '#web/entities/session/restart-need.ts';
import { sessionQuery } from '#web/entities/session/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { setClientState } from '#web/lib/client-state/client-state.ts';

/** A server that goes down to restart cuts the call off: the answer then is a bare 502. */
function isCutOff(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status !== 502) return false;
  return error.code === undefined || error.code === 'StorageUnreachable';
}

/** The server was told to restart and does not answer any more. */
export function isSilent(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'StorageTimeout';
}

/** Restarts the storage server and follows it in the client state. */
export function useRestartService() {
  const queryClient = useQueryClient();
  const restarted = async () => {
    // An answer from before the restart says nothing of now.
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
    setRestartNeeded(queryClient, false);
  };
  return useMutation({
    mutationFn: () => call(restartService, {}),
    meta: { errors: 'caller' },
    onMutate: () => setClientState({ serverIsLoading: true }),
    onSuccess: restarted,
    onError: async (error) => {
      if (isCutOff(error)) await restarted();
      else console.error('The restart failed.', error);
    },
    onSettled: () => setClientState({ serverIsLoading: false }),
  });
}
