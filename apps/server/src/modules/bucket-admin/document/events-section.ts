import { randomUUID } from 'node:crypto';
import type { BucketDocument } from '@stowage/contract/bucket-admin/document';
import type { NotificationRule } from '@stowage/storage-client/s3';
import { refusedField } from '../../../changes/refused-field.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { toEventNames, toEventTypes } from '../events/event-types.ts';
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
  // Neither their order nor that of their events matters.
  identity: (subscriptions) =>
    subscriptions?.map((one) => contentOf({ ...one, events: allNames(one) })).sort() ?? null,
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

function allNames({ events, other_events }: Subscription): string[] {
  return [...toEventNames(events), ...other_events];
}

type Content = Pick<NotificationRule, 'arn' | 'prefix' | 'suffix' | 'events'>;

/** A text that is equal for rules that send the same events to the same target. */
function contentOf({ arn, prefix, suffix, events }: Content): string {
  return JSON.stringify([arn, prefix, suffix, [...new Set(events)].sort()]);
}

/** Subscriptions that stay keep their names; those without a target are left alone. */
function replaceRules(
  stored: readonly NotificationRule[],
  wanted: readonly Subscription[],
): NotificationRule[] {
  const kept = stored.filter(({ arn }) => arn === '');
  const known = new Map(stored.map((rule) => [contentOf(rule), rule]));
  const rules = wanted.map((subscription) => {
    const { arn, prefix, suffix } = subscription;
    const content = { arn, events: allNames(subscription), prefix, suffix };
    return known.get(contentOf(content)) ?? { id: randomUUID(), ...content, stored: '' };
  });
  return [...kept, ...rules];
}
