import { randomUUID } from 'node:crypto';
import type { BucketDocument } from '@stowage/contract/bucket-admin/document';
import type { NotificationRule } from '@stowage/storage-client/s3';
import { sameEvents, toEventNames, toEventTypes } from '../events/event-types.ts';
import { refusedField } from '../refused-field.ts';
import { unlessDenied } from '../unless-denied.ts';
import type { SectionRules } from './section-rules.ts';

type Subscription = NonNullable<BucketDocument['settings']['events']>[number];

export const eventsSection: SectionRules<'events'> = {
  setting: 'events',
  action: () => 's3:PutBucketNotification',
  async read({ s3, bucket, signal }) {
    const rules = await s3.getBucketNotification({ bucket, signal });
    const subscriptions = rules.filter(({ arn }) => arn !== '').map(fromStorage);
    return subscriptions.length === 0 ? null : subscriptions;
  },
  settle: ({ wanted }) => (wanted && wanted.length > 0 ? wanted : null),
  // Neither their order nor that of their events means anything.
  identity: (subscriptions) =>
    subscriptions
      ?.map(({ events, other_events, ...rest }) =>
        JSON.stringify([rest.arn, rest.prefix, rest.suffix, allNames(events, other_events).sort()]),
      )
      .sort() ?? null,
  async refusal(subscriptions, { admin, signal }) {
    const info = subscriptions && (await unlessDenied(admin.serverInfo({ signal })));
    if (!info) return undefined;
    const unknown = subscriptions.find(({ arn }) => !info.sqsArns.includes(arn));
    return unknown && `The storage server has no target ${unknown.arn}.`;
  },
  async write(subscriptions, { s3, bucket, signal }) {
    const stored = await s3.getBucketNotification({ bucket, signal });
    await refusedField(
      'document.settings.events',
      ['InvalidArgument', 'UnsupportedNotification', 'MalformedXML'],
      s3.putBucketNotification({ bucket, rules: replaceRules(stored, subscriptions ?? []) }),
    );
  },
};

function fromStorage({ arn, events, prefix, suffix }: NotificationRule): Subscription {
  return { arn, ...toEventTypes(events), prefix, suffix };
}

function allNames(events: Subscription['events'], others: readonly string[]): string[] {
  return [...toEventNames(events), ...others];
}

/** Subscriptions that stay keep their names; what names no target is not ours to remove. */
function replaceRules(
  stored: readonly NotificationRule[],
  wanted: readonly Subscription[],
): NotificationRule[] {
  const kept = stored.filter(({ arn }) => arn === '');
  const rules = wanted.map(({ arn, events, other_events, prefix, suffix }) => {
    const names = allNames(events, other_events);
    const known = stored.find(
      (rule) =>
        rule.arn === arn &&
        rule.prefix === prefix &&
        rule.suffix === suffix &&
        sameEvents(rule.events, names),
    );
    return known ?? { id: randomUUID(), arn, events: names, prefix, suffix, stored: '' };
  });
  return [...kept, ...rules];
}
