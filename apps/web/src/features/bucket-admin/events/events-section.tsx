import { Button } from '@mantine/core';
import type { EventSubscription, EventTarget } from '@stowage/contract/bucket-admin/events';
import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import { IconBell, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { NoEntries } from '../components/no-entries.tsx';
import { arnsQuery } from './api/list-arns.ts';
import { eventsQuery } from './api/list-events.ts';
import { DeleteEventDialog } from './components/delete-event-dialog.tsx';
import { EventsTable } from './components/events-table.tsx';
import { SubscribeDialog } from './components/subscribe-dialog.tsx';
import { eventsText } from './en.ts';

const noRows: readonly EventSubscription[] = [];
const noTargets: readonly EventTarget[] = [];
const minioDocs = 'https://github.com/minio/minio/tree/master/docs/bucket/notifications';
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/EventNotifications.html';

interface Deletion {
  readonly opened: boolean;
  readonly subscription: EventSubscription;
}

/** Which events of a bucket are sent where. */
export function EventsSection({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(eventsText);
  const { name, allowedActions } = bucket;
  const list = useQuery(eventsQuery(name));
  const mayList = grants(allowedActions, 'admin:ServerInfo');
  const targets = useQuery({ ...arnsQuery, enabled: mayList }).data?.targets ?? noTargets;
  const [subscribing, setSubscribing] = useState(false);
  const [deletion, setDeletion] = useState<Deletion>();
  const mayDelete = grants(allowedActions, 's3:PutBucketNotification');
  const askToDelete = useCallback(
    (subscription: EventSubscription) => setDeletion({ opened: true, subscription }),
    [],
  );
  // Decision 22: either of the two.
  const onSubscribe = mayDelete || mayList ? () => setSubscribing(true) : undefined;
  return (
    <>
      <SectionHeader title={t('title')} count={list.data?.length}>
        {onSubscribe && (
          <Button
            leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
            onClick={onSubscribe}
          >
            {t('subscribe.action')}
          </Button>
        )}
      </SectionHeader>
      {list.data === undefined && list.error !== null ? (
        <ErrorState
          title={t('failed')}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : list.data?.length === 0 ? (
        <NoEntries
          icon={<IconBell size={24} stroke={1.6} />}
          onAdd={onSubscribe}
          words={{
            title: t('none.title'),
            text: t('none.text'),
            ask: t('none.ask'),
            action: t('subscribe.action'),
          }}
        />
      ) : (
        <EventsTable
          rows={list.data ?? noRows}
          loading={list.isPending}
          targets={targets}
          onDelete={mayDelete ? askToDelete : undefined}
        />
      )}
      <HelpPanel
        title={t('help.title')}
        links={[
          { label: t('help.minio'), url: minioDocs },
          { label: t('help.s3'), url: s3Docs },
        ]}
      >
        {t('help.text')}
      </HelpPanel>
      <SubscribeDialog bucket={name} opened={subscribing} onClose={() => setSubscribing(false)} />
      {deletion && (
        <DeleteEventDialog
          bucket={name}
          opened={deletion.opened}
          subscription={deletion.subscription}
          onReloaded={askToDelete}
          onClose={() => setDeletion((now) => now && { ...now, opened: false })}
        />
      )}
    </>
  );
}
