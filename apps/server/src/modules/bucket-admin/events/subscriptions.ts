import { randomUUID } from 'node:crypto';
import type * as contract from '@stowage/contract/bucket-admin/events';
import type { NotificationRule, S3Client } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { refusedField } from '../../../changes/refused-field.ts';
import { checkRevision, revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { sameEvents, toEventNames, toEventTypes } from './event-types.ts';

type NotificationReader = Pick<S3Client, 'getBucketNotification'>;
type NotificationWriter = Pick<S3Client, 'getBucketNotification' | 'putBucketNotification'>;
type Wish = z.infer<typeof contract.subscribeToEvent.body>;
type Named = z.infer<typeof contract.deleteEvent.body> & { readonly arn: string };

/** The server's error codes for an invalid subscription, usually an invalid target. */
const REFUSALS = ['InvalidArgument', 'UnsupportedNotification', 'MalformedXML'];

function presentSubscription(rule: NotificationRule): contract.EventSubscription {
  const { id, arn, prefix, suffix, stored } = rule;
  return {
    id,
    arn,
    ...toEventTypes(rule.events),
    prefix,
    suffix,
    revision: revisionOf(stored),
  };
}

/** Lists the bucket's subscriptions; entries without a target are not subscriptions. */
export async function listSubscriptions(
  s3: NotificationReader,
  bucket: string,
  signal: AbortSignal,
): Promise<contract.EventSubscription[]> {
  const rules = await s3.getBucketNotification({ bucket, signal });
  return rules.filter(({ arn }) => arn !== '').map(presentSubscription);
}

/**
 * Adds a subscription to the existing ones.
 * @throws ConsoleError InvalidInput if it duplicates one, or the server rejects it
 */
export async function subscribe(
  s3: NotificationWriter,
  bucket: string,
  { configuration, ignoreExisting = false }: Wish,
  signal: AbortSignal,
): Promise<void> {
  const { arn, prefix = '', suffix = '' } = configuration;
  const events = toEventNames(configuration.events);
  const rules = await s3.getBucketNotification({ bucket, signal });
  if (rules.some((rule) => isSame(rule, { arn, events, prefix, suffix }))) {
    if (ignoreExisting) return;
    const detail = 'These events are sent to this target already.';
    throw new ConsoleError('InvalidInput', { field: 'configuration.events', detail });
  }
  const added = { id: randomUUID(), arn, events, prefix, suffix, stored: '' };
  await refusedField(
    'configuration.arn',
    REFUSALS,
    s3.putBucketNotification({ bucket, rules: [...rules, added] }),
  );
}

type Content = Pick<NotificationRule, 'arn' | 'events' | 'prefix' | 'suffix'>;

function isSame(left: Content, right: Content): boolean {
  return (
    left.arn === right.arn &&
    left.prefix === right.prefix &&
    left.suffix === right.suffix &&
    sameEvents(left.events, right.events)
  );
}

/**
 * Removes one subscription; the others are left unchanged.
 * @throws ConsoleError NotFound, or ChangedMeanwhile if it does not match the revision
 */
export async function unsubscribe(
  s3: NotificationWriter,
  bucket: string,
  named: Named,
  revision: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const rules = await s3.getBucketNotification({ bucket, signal });
  const found = findNamed(rules, named);
  if (found === undefined) {
    throw new ConsoleError('NotFound', { detail: 'There is no such subscription to events.' });
  }
  checkRevision(revision, revisionOf(found.stored));
  await s3.putBucketNotification({ bucket, rules: rules.filter((rule) => rule !== found) });
}

/**
 * With an id, the subscription with that id; otherwise, preferably one with no events other than
 * those named.
 */
function findNamed(
  rules: readonly NotificationRule[],
  { arn, events, prefix, suffix, id }: Named,
): NotificationRule | undefined {
  const names = toEventNames(events);
  const known = rules.filter(
    (rule) =>
      isSame(
        { ...rule, events: toEventNames(toEventTypes(rule.events).events) },
        {
          arn,
          events: names,
          prefix,
          suffix,
        },
      ) &&
      (id === undefined || rule.id === id),
  );
  return known.find((rule) => sameEvents(rule.events, names)) ?? known[0];
}
