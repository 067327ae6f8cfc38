import {
  AUDIT_PAGE_SIZE,
  getAuditReceiver,
  MAX_AUDIT_RECORDS,
  removeAuditReceiver,
  searchAuditLog,
  setUpAuditReceiver,
  summarizeAuditLog,
} from '@stowage/contract/tools/audit';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { noteRestart } from '#web/entities/session/restart-need.ts';
import { call } from '#web/lib/api/call.ts';
import { type AuditCriteria, rangeQuery } from './model/audit-criteria.ts';

const auditKey = ['audit'] as const;
const receiverKey = [...auditKey, 'receiver'] as const;

interface Page {
  readonly pageNo: number;
  readonly after?: string;
}

/** The matching calls, page by page. `now` is the time of the search. */
export const recordsQuery = (criteria: AuditCriteria, now: number) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, 'records', criteria, now],
    queryFn: ({ pageParam, signal }) => {
      const { order } = criteria;
      const page = { pageSize: AUDIT_PAGE_SIZE, order, ...pageParam };
      const query = { q: 'reqinfo' as const, ...rangeQuery(criteria, now), ...page };
      return call(searchAuditLog, { query }, { signal });
    },
    initialPageParam: { pageNo: 0 } as Page,
    getNextPageParam: ({ next }, _pages, { pageNo }) =>
      next === undefined || (pageNo + 1) * AUDIT_PAGE_SIZE >= MAX_AUDIT_RECORDS
        ? undefined
        : { pageNo: pageNo + 1, after: next },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The number of calls over time. */
export const summaryQuery = (criteria: AuditCriteria, now: number) =>
  queryOptions({
    queryKey: [...auditKey, 'summary', criteria, now],
    queryFn: ({ signal }) =>
      call(summarizeAuditLog, { query: rangeQuery(criteria, now) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'screen' },
  });

/** The state of receiving records. */
export const receiverQuery = queryOptions({
  queryKey: receiverKey,
  queryFn: ({ signal }) => call(getAuditReceiver, {}, { signal }),
  // The first record shows that the set-up works.
  refetchInterval: ({ state }) => (state.data?.records === 0 ? 2000 : 15_000),
  meta: { errors: 'screen' },
});

/** Makes the storage server send its calls to an address of this console; null stops that. */
export function useReceive() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: string | null) =>
      address === null
        ? call(removeAuditReceiver, {})
        : call(setUpAuditReceiver, { body: { address } }),
    onSuccess: (effect) => {
      noteRestart(queryClient, effect);
      return queryClient.invalidateQueries({ queryKey: receiverKey });
    },
    meta: { errors: 'dialog' },
  });
}
