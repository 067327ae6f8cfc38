import { restartService } from '@stowage/contract/service';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setRestartNeeded } from '#web/entities/session/restart-need.ts';
import { sessionQuery } from '#web/entities/session/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { setClientState } from '#web/lib/client-state/client-state.ts';

/** Whether the connection was cut: a server that shuts down to restart causes a bare 502. */
function isCutOff(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status !== 502) return false;
  return error.code === undefined || error.code === 'StorageUnreachable';
}

/** Whether the server was told to restart and has stopped responding. */
export function isSilent(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'StorageTimeout';
}

/** Restarts the storage server and tracks it in the client state. */
export function useRestartService() {
  const queryClient = useQueryClient();
  const restarted = async () => {
    // A response from before the restart is stale.
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
