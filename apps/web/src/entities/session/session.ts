import { getSession, type SessionInfo } from '@stowage/contract/auth';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Who is logged in, and which pages and features they can use. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getSession, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { errors: 'screen' },
});

/** Returns the current session; every screen inside the shell has one. */
export function useSession(): SessionInfo {
  return useSuspenseQuery(sessionQuery).data;
}
