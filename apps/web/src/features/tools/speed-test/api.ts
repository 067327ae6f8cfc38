import { listSpeedTests } from '@stowage/contract/tools/speed-test';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Results of earlier tests, newest first. */
export const speedTestsQuery = queryOptions({
  queryKey: ['speed-tests'],
  queryFn: ({ signal }) => call(listSpeedTests, {}, { signal }),
  meta: { errors: 'screen' },
});
