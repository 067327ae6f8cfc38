import { listTopDrives, listTopLocks } from '@stowage/contract/tools/top';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

const againMs = 5000;

/** The drives and their activity, polled. */
export const topDrivesQuery = queryOptions({
  queryKey: ['top-drives'],
  queryFn: ({ signal }) => call(listTopDrives, {}, { signal }),
  refetchInterval: againMs,
  meta: { errors: 'screen' },
});

/** The locks held longest, polled. */
export const topLocksQuery = queryOptions({
  queryKey: ['top-locks'],
  queryFn: ({ signal }) => call(listTopLocks, {}, { signal }),
  refetchInterval: againMs,
  meta: { errors: 'screen' },
});
