import { getSession, type SessionInfo } from '@stowage/contract/auth';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Who is logged in, and which pages and features are open to them. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(getSession, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { errors: 'screen' },
});

/** The session of the page that is open; every screen inside the shell has one. */
export function useSession(): SessionInfo {
  return useSuspenseQuery(sessionQuery).data;
}
