import type { EventSubscription } from '@stowage/contract/bucket-admin/events';
import { useQueryClient } from '@tanstack/react-query';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
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
  const reload = async () => {
    const list = await queryClient.fetchQuery({ ...eventsQuery(bucket), staleTime: 0 });
    const fresh = sameSubscription(list, subscription);
    if (fresh !== undefined) return onReloaded(fresh);
    showMessage(t('delete.gone'));
    onClose();
  };
  const { arn, prefix, suffix } = subscription;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title')}
      confirmLabel={t('delete.action')}
      busy={remove.isPending}
      failure={remove.error}
      onReload={() => void reload()}
      onExited={() => recoverFocus('main')}
      onConfirm={() =>
        remove.mutate(subscription, {
          onSuccess: () => {
            showMessage(t('delete.done'));
            onClose();
          },
        })
      }
    >
      <p>{t('delete.text', { bucket, arn })}</p>
      <p>
        {t('delete.what', {
          events: eventNames(subscription),
          prefix: prefix === '' ? t('any') : prefix,
          suffix: suffix === '' ? t('any') : suffix,
        })}
      </p>
    </ConfirmDialog>
  );
}
