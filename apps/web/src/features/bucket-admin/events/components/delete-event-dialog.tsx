import type { EventSubscription } from '@stowage/contract/bucket-admin/events';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { DeleteEntryDialog } from '../../components/delete-entry-dialog.tsx';
import { useDeleteEvent } from '../api/delete-event.ts';
import { eventsQuery } from '../api/list-events.ts';
import { eventsText } from '../en.ts';
import { eventNames, sameSubscription } from '../model/subscription.ts';

interface DeleteEventDialogProps {
  readonly bucket: string;
  readonly opened: boolean;
  /** The subscription as it was when somebody chose to delete it. */
  readonly subscription: EventSubscription;
  /** The same subscription as it is now. */
  readonly onReloaded: (subscription: EventSubscription) => void;
  readonly onClose: () => void;
}

/** Asks before a subscription is deleted. */
export function DeleteEventDialog(props: DeleteEventDialogProps) {
  const { bucket, opened, subscription, onReloaded, onClose } = props;
  const t = useText(eventsText);
  const queryClient = useQueryClient();
  const remove = useDeleteEvent(bucket);
  const loadAgain = async () =>
    sameSubscription(
      await queryClient.fetchQuery({ ...eventsQuery(bucket), staleTime: 0 }),
      subscription,
    );
  const { arn, prefix, suffix } = subscription;
  return (
    <DeleteEntryDialog
      opened={opened}
      entry={subscription}
      remove={remove}
      loadAgain={loadAgain}
      onReloaded={onReloaded}
      onClose={onClose}
      words={{
        title: t('delete.title'),
        action: t('delete.action'),
        done: t('delete.done'),
        gone: t('delete.gone'),
      }}
    >
      <p>{t('delete.text', { bucket, arn })}</p>
      <p>
        {t('delete.what', {
          events: eventNames(subscription),
          prefix: prefix === '' ? t('any') : prefix,
          suffix: suffix === '' ? t('any') : suffix,
        })}
      </p>
    </DeleteEntryDialog>
  );
}
