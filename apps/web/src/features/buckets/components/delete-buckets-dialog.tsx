import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { BucketsNotDeleted, useDeleteBuckets } from '../api/delete-buckets.ts';
import { bucketsText } from '../en.ts';

interface DeleteBucketsDialogProps {
  readonly opened: boolean;
  /** The buckets to delete. */
  readonly names: readonly string[];
  readonly onClose: () => void;
  /** Those that are left when some could not be deleted; none after a success. */
  readonly onDeleted: (left: readonly string[]) => void;
}

/** Asks before buckets are deleted: the name has to be typed, or how many they are. */
export function DeleteBucketsDialog(props: DeleteBucketsDialogProps) {
  const { opened, names, onClose, onDeleted } = props;
  const t = useText(bucketsText);
  const remove = useDeleteBuckets();
  const [name = ''] = names;
  const count = names.length;
  const confirm = () =>
    remove.mutate(names, {
      onSuccess: () => {
        showMessage(count > 1 ? t('delete.manyDone', { count }) : t('delete.done', { name }));
        onDeleted([]);
        onClose();
      },
      onError: (error) => {
        if (error instanceof BucketsNotDeleted) onDeleted(error.names);
      },
    });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title')}
      confirmLabel={t('delete.action')}
      onConfirm={confirm}
      busy={remove.isPending}
      // The card is gone with its menu.
      onExited={() => recoverFocus('main')}
      typedName={count > 1 ? t('delete.manyTyped', { count }) : name}
    >
      <p>
        {count > 1
          ? t('delete.many', { count, names: names.join(', ') })
          : t('delete.one', { name })}
      </p>
      <p>{t('delete.note')}</p>
    </ConfirmDialog>
  );
}
