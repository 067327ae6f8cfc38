import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDeleteUser } from '../api.ts';
import { usersText } from '../en.ts';

interface DeleteUserDialogProps extends DialogFrame {
  readonly name: string;
  /** The user is gone; the dialog has been closed. */
  readonly onDeleted?: () => void;
}

/** Asks before a user is deleted. Where somebody else was faster, it is gone all the same. */
export function DeleteUserDialog({ name, onDeleted, ...frame }: DeleteUserDialogProps) {
  const t = useText(usersText);
  const remove = useDeleteUser();
  return (
    <ConfirmDialog
      {...frame}
      title={t('remove.title')}
      confirmLabel={t('delete')}
      busy={remove.isPending}
      onExited={() => {
        frame.onExited();
        recoverFocus('main');
      }}
      onConfirm={() =>
        remove.mutate(name, {
          onSuccess: (outcome) => {
            showMessage(t(`remove.${outcome}`, { name }));
            frame.onClose();
            onDeleted?.();
          },
        })
      }
    >
      {t('remove.text', { name })}
    </ConfirmDialog>
  );
}
