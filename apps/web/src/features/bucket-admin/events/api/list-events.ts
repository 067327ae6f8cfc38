import { listEvents } from '@stowage/contract/bucket-admin/events';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { call } from '#web/lib/api/call.ts';

/** Which events of a bucket are sent where. */
export function eventsQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'events'),
    queryFn: async ({ signal }) =>
      (await call(listEvents, { params: { bucket } }, { signal })).events,
    meta: { errors: 'screen' },
  });
}
