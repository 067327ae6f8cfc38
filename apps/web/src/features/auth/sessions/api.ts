import { endOneSession, listSessions } from '@stowage/contract/auth';
import type { CallOutput } from '@stowage/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';

/** An open session of the account. */
export type OpenSession = CallOutput<typeof listSessions>['sessions'][number];

/** The open sessions of the account; always requested anew. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  staleTime: 0,
  meta: { errors: 'screen' },
});

/** Ends one session; one that has already ended is removed from the list as well. */
export function useEndOneSession(onEnded: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: OpenSession) => {
      try {
        await call(endOneSession, { params: { session: id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'NotFound')) throw error;
      }
    },
    onSuccess: async (_nothing, { id }) => {
      // A pending list request may still include it.
      await queryClient.cancelQueries({ queryKey: sessionsQuery.queryKey });
      queryClient.setQueryData(sessionsQuery.queryKey, (known) =>
        known === undefined
          ? known
          : { sessions: known.sessions.filter((session) => session.id !== id) },
      );
      onEnded();
    },
    meta: { errors: 'dialog' },
  });
}
