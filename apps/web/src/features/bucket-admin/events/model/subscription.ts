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

/** A subscription as entered. */
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

/** Whether a text has the form of an ARN. */
function isArn(arn: string): boolean {
  return arn.trim().startsWith('arn:') && arn.trim().length > 'arn:'.length;
}

/** Returns the errors that prevent a subscription from being sent, by field. */
export function subscriptionErrors({ arn, events }: SubscriptionDraft): FieldErrors {
  return {
    ...(!isArn(arn) && {
      arn: translate(eventsText, arn === '' ? 'subscribe.arnMissing' : 'subscribe.arnError'),
    }),
    ...(events.length === 0 && { events: translate(eventsText, 'subscribe.eventsMissing') }),
  };
}

/**
 * Returns the request for a valid draft, with its types in a fixed order. A subscription that
 * already exists is not an error.
 */
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

/**
 * Returns every event of a subscription; those not covered by the three types by their S3 names.
 */
export function eventNames({ events, other_events }: EventSubscription): string {
  return [...events, ...other_events].join(', ');
}

/**
 * Ids are assigned by the server and may repeat, so a subscription is identified by all of its
 * properties.
 */
export function subscriptionKey(subscription: EventSubscription): string {
  const { id, arn, events, other_events, prefix, suffix } = subscription;
  return JSON.stringify([id, arn, events, other_events, prefix, suffix]);
}

/** Whether two states belong to the same subscription, which may have changed in between. */
export function isSameSubscription(a: EventSubscription, b: EventSubscription): boolean {
  return a.id === b.id && a.arn === b.arn;
}
