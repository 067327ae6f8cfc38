import { useQuery } from '@tanstack/react-query';
import { groupQuery } from '#web/entities/identity/api.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDeleteGroup } from '../api.ts';
import { groupsText } from '../en.ts';

interface DeleteGroupDialogProps extends DialogFrame {
  readonly name: string;
  /** The group is gone; the dialog has been closed. */
  readonly onDeleted?: () => void;
}

/** Asks before a group is deleted, and says how many lose by it. */
export function DeleteGroupDialog({ name, onDeleted, ...frame }: DeleteGroupDialogProps) {
  const t = useText(groupsText);
  const members = useQuery(groupQuery(name)).data?.members.length;
  const remove = useDeleteGroup();
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
      {t('remove.text', { name })}{' '}
      {members !== undefined &&
        t('remove.members', { count: members, formatted: formatNumber(members) })}
    </ConfirmDialog>
  );
}
