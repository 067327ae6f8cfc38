import { listArns } from '@stowage/contract/bucket-admin/events';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** The targets of the storage server that events can be sent to. */
export const arnsQuery = queryOptions({
  queryKey: ['event-targets'],
  queryFn: ({ signal }) => call(listArns, {}, { signal }),
  meta: { errors: 'screen' },
});
