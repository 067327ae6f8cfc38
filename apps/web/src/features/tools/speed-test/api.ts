import { listSpeedTests, listTopLocks } from '@stowage/contract/tools/speed-test';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

const locksMs = 5000;

/** Results of earlier tests, the newest first. */
export const speedTestsQuery = queryOptions({
  queryKey: ['speed-tests'],
  queryFn: ({ signal }) => call(listSpeedTests, {}, { signal }),
  meta: { errors: 'screen' },
});

/** The locks that are held longest, looked at again and again. */
export const topLocksQuery = queryOptions({
  queryKey: ['top-locks'],
  queryFn: ({ signal }) => call(listTopLocks, {}, { signal }),
  refetchInterval: locksMs,
  meta: { errors: 'screen' },
});
