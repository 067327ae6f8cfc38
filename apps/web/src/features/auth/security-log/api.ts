import { listSecurityEvents, type SecurityEventName } from '@stowage/contract/security-log';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** What the events are narrowed by; '' is everything. */
export interface SecurityCriteria {
  /** A part of an account's name. */
  readonly account: string;
  readonly event: SecurityEventName | '';
}

/** The events that fit, page by page, the newest first. */
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
