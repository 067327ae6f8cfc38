import { listSecurityEvents, type SecurityEventName } from '@stowage/contract/security-log';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** The event filters; '' matches everything. */
export interface SecurityCriteria {
  /** Part of an account name. */
  readonly account: string;
  readonly event: SecurityEventName | '';
}

/** The matching events, page by page, newest first. */
export const securityEventsQuery = ({ account, event }: SecurityCriteria) =>
  infiniteQueryOptions({
    queryKey: ['security-log', account, event],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(account !== '' && { account }),
        ...(event !== '' && { event }),
        ...(pageParam > 0 && { before: pageParam }),
      };
      return call(listSecurityEvents, { query }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
    meta: { errors: 'screen' },
  });
