import type { EventSubscription, EventTarget } from '@stowage/contract/bucket-admin/events';
import { grants } from '@stowage/domain/actions';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { ListSection } from '#web/ui/list/list-section.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { arnsQuery, eventsQuery, useDeleteEvent } from './api.ts';
import { eventsText } from './en.ts';
import { eventColumns } from './event-columns.tsx';
import { eventNames, isSameSubscription, subscriptionKey } from './model/subscription.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';

const noTargets: readonly EventTarget[] = [];
const minioDocs = 'https://github.com/minio/minio/tree/master/docs/bucket/notifications';
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventNotifications.html';
const listed = (events: readonly EventSubscription[]) => events;

function DeletionText({ bucket, entry }: { bucket: string; entry: EventSubscription }) {
  const t = useText(eventsText);
  const { arn, prefix, suffix } = entry;
  return (
    <>
      <p>{t('delete.text', { bucket, arn })}</p>
      <p>
        {t('delete.what', {
          events: eventNames(entry),
          prefix: prefix === '' ? t('any') : prefix,
          suffix: suffix === '' ? t('any') : suffix,
        })}
      </p>
    </>
  );
}

/** Which events of a bucket are sent where. */
export function EventsSection({ bucket }: SectionProps) {
  const t = useText(eventsText);
  const { name, allowedActions } = bucket;
  const canWrite = grants(allowedActions, 's3:PutBucketNotification');
  const canList = grants(allowedActions, 'admin:ServerInfo');
  const targets = useQuery({ ...arnsQuery, enabled: canList }).data?.targets ?? noTargets;
  const columns = useMemo(() => eventColumns(t, targets), [t, targets]);
  return (
    <ListSection
      id="bucket-events"
      text={eventsText}
      icon={<IconBell size={24} stroke={1.6} />}
      query={useQuery(eventsQuery(name))}
      rows={listed}
      columns={columns}
      rowKey={subscriptionKey}
      rowName={({ arn }) => arn}
      isSame={isSameSubscription}
      // Either of the two: users who can list the targets are offered the dialog too.
      canAdd={canWrite || canList}
      canChange={canWrite}
      add={(frame) => <SubscribeDialog bucket={name} {...frame} />}
      deletion={{
        change: useDeleteEvent(name),
        title: t('delete.title'),
        done: t('delete.done'),
        text: (entry) => <DeletionText bucket={name} entry={entry} />,
      }}
      links={[
        { label: t('help.minio'), url: minioDocs },
        { label: t('help.s3'), url: s3Docs },
      ]}
    />
  );
}
