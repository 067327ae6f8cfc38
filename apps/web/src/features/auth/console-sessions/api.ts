import {
  type AnyonesSession,
  endConsoleSession,
  listConsoleSessions,
} from '@stowage/contract/console-sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';

/** The open sessions of all accounts; always requested anew. */
export const consoleSessionsQuery = queryOptions({
  queryKey: ['console-sessions'],
  queryFn: ({ signal }) => call(listConsoleSessions, {}, { signal }),
  staleTime: 0,
  meta: { errors: 'screen' },
});

/** Ends a session of an account; one that has already ended is removed from the list as well. */
export function useEndConsoleSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: AnyonesSession) => {
      try {
        await call(endConsoleSession, { params: { session: id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'NotFound')) throw error;
      }
    },
    onSuccess: async (_nothing, { id }) => {
      const { queryKey } = consoleSessionsQuery;
      // A pending list request may still include it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && { ...known, sessions: known.sessions.filter((session) => session.id !== id) },
      );
    },
    meta: { errors: 'dialog' },
  });
}
