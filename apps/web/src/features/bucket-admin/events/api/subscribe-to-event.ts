import { subscribeToEvent } from '@stowage/contract/bucket-admin/events';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';
import { type SubscriptionDraft, subscriptionInput } from '../model/subscription.ts';

/** Sends events of a bucket to a target. */
export function useSubscribeToEvent(bucket: string) {
  return useBucketChange((draft: SubscriptionDraft) =>
    call(subscribeToEvent, { params: { bucket }, body: subscriptionInput(draft) }),
  );
}
