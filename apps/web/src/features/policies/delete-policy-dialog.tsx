import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDeletePolicy } from './api.ts';
import { policiesText } from './en.ts';

interface DeletePolicyDialogProps extends DialogFrame {
  readonly name: string;
  readonly onDeleted?: () => void;
}

/** Asks before a policy is deleted; says who has it when it cannot be. */
export function DeletePolicyDialog({ name, onDeleted, ...frame }: DeletePolicyDialogProps) {
  const t = useText(policiesText);
  const remove = useDeletePolicy();
  const close = () => {
    frame.onClose();
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      {...frame}
      title={t('deletion.title')}
      confirmLabel={t('deletion.title')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate({ name }, savedAndClosed(t('deletion.done'), { onClose: close }))
      }
      onExited={() => {
        frame.onExited();
        recoverFocus('main');
      }}
    >
      {t('deletion.text', { name })}
    </ConfirmDialog>
  );
}
