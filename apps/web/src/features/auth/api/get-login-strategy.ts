import { getLoginStrategy } from '@stowage/contract/auth';
import type { CallOutput } from '@stowage/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** What the server says about logging in. */
export type LoginFacts = CallOutput<typeof getLoginStrategy>;

/** Which layout the login screen has; asked anew on every visit. */
export const loginStrategyQuery = queryOptions({
  queryKey: ['login-strategy'],
  queryFn: ({ signal }) => call(getLoginStrategy, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: false,
  meta: { errors: 'screen' },
});
