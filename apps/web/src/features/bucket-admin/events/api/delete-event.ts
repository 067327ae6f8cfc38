import { deleteEvent, type EventSubscription } from '@stowage/contract/bucket-admin/events';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

/** Stops sending the events of a subscription, unless somebody has changed it meanwhile. */
export function useDeleteEvent(bucket: string) {
  return useBucketChange(({ id, arn, events, prefix, suffix, revision }: EventSubscription) =>
    call(deleteEvent, {
      params: { bucket, arn },
      query: { revision },
      body: { events, prefix, suffix, id },
    }),
  );
}
