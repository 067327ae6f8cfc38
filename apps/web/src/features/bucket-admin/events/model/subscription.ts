import type {
  EventSubscription,
  EventType,
  subscribeToEvent,
} from '@stowage/contract/bucket-admin/events';
import { EVENT_TYPES } from '@stowage/contract/bucket-admin/events';
import type { CallInput } from '@stowage/contract/endpoint';
import { translate } from '#web/lib/i18n/messages.ts';
import type { FieldErrors } from '#web/ui/form/draft-form.ts';
import { eventsText } from '../en.ts';

/** A subscription as it is being entered. */
export interface SubscriptionDraft {
  readonly arn: string;
  readonly events: readonly EventType[];
  readonly prefix: string;
  readonly suffix: string;
}

export const EMPTY_SUBSCRIPTION: SubscriptionDraft = {
  arn: '',
  events: [],
  prefix: '',
  suffix: '',
};

/** Whether an ARN looks like one. */
function isArn(arn: string): boolean {
  return arn.trim().startsWith('arn:') && arn.trim().length > 'arn:'.length;
}

/** What keeps a subscription from being sent, at its field. */
export function subscriptionErrors({ arn, events }: SubscriptionDraft): FieldErrors {
  return {
    ...(!isArn(arn) && {
      arn: translate(eventsText, arn === '' ? 'subscribe.arnMissing' : 'subscribe.arnError'),
    }),
    ...(events.length === 0 && { events: translate(eventsText, 'subscribe.eventsMissing') }),
  };
}

/** What is sent for a valid draft, its types in one order. One that is there already is no error. */
export function subscriptionInput(
  draft: SubscriptionDraft,
): CallInput<typeof subscribeToEvent>['body'] {
  return {
    configuration: {
      arn: draft.arn.trim(),
      events: EVENT_TYPES.filter((type) => draft.events.includes(type)),
      prefix: draft.prefix,
      suffix: draft.suffix,
    },
    ignoreExisting: true,
  };
}

/** Every event of a subscription, those that the three types do not cover by their S3 names. */
export function eventNames({ events, other_events }: EventSubscription): string {
  return [...events, ...other_events].join(', ');
}

/** Ids are the server's choice and may repeat: all that makes a subscription tells it apart. */
export function subscriptionKey(subscription: EventSubscription): string {
  const { id, arn, events, other_events, prefix, suffix } = subscription;
  return JSON.stringify([id, arn, events, other_events, prefix, suffix]);
}

/** Whether two states are of one subscription, which may have been changed in between. */
export function isSameSubscription(a: EventSubscription, b: EventSubscription): boolean {
  return a.id === b.id && a.arn === b.arn;
}
