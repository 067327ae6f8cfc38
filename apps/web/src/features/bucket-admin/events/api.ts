import {
  deleteEvent,
  type EventSubscription,
  listArns,
  listEvents,
  subscribeToEvent,
} from '@stowage/contract/bucket-admin/events';
import { queryOptions } from '@tanstack/react-query';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';
import { type SubscriptionDraft, subscriptionInput } from './model/subscription.ts';

/** Which events of a bucket are sent where. */
export function eventsQuery(bucket: string) {
  return queryOptions({
    queryKey: bucketKeys.setting(bucket, 'events'),
    queryFn: async ({ signal }) =>
      (await call(listEvents, { params: { bucket } }, { signal })).events,
    meta: { errors: 'screen' },
  });
}

/** The storage server's targets for events. */
export const arnsQuery = queryOptions({
  queryKey: ['event-targets'],
  queryFn: ({ signal }) => call(listArns, {}, { signal }),
  meta: { errors: 'screen' },
});

/** Subscribes a target to a bucket's events. */
export function useSubscribeToEvent(bucket: string) {
  return useBucketChange(
    (draft: SubscriptionDraft) =>
      call(subscribeToEvent, { params: { bucket }, body: subscriptionInput(draft) }),
    { shown: eventsQuery(bucket).queryKey },
  );
}

/** Removes a subscription, unless it has changed meanwhile. */
export function useDeleteEvent(bucket: string) {
  return useBucketChange(
    ({ id, arn, events, prefix, suffix, revision }: EventSubscription) =>
      call(deleteEvent, {
        params: { bucket, arn },
        query: { revision },
        body: { events, prefix, suffix, id },
      }),
    { shown: eventsQuery(bucket).queryKey },
  );
}
