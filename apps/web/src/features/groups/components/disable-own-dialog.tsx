import { OwnAccountWarning } from '#web/entities/identity/own-account-warning.tsx';
import { useOwnName } from '#web/entities/identity/use-own-name.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { groupsText } from '../en.ts';

interface DisableOwnDialogProps extends DialogFrame {
  readonly name: string;
  readonly onConfirm: () => void;
}

/** Asks before disabling a group of the user's own account: MinIO denies its members everything. */
export function DisableOwnDialog({ name, onConfirm, ...frame }: DisableOwnDialogProps) {
  const t = useText(groupsText);
  const confirm = () => {
    frame.onClose();
    onConfirm();
  };
  return (
    <ConfirmDialog
      {...frame}
      title={t('disableOwn.title')}
      confirmLabel={t('detail.disable')}
      onConfirm={confirm}
    >
      {t('disableOwn.text', { name })}
      <OwnAccountWarning losing={[useOwnName()]} />
    </ConfirmDialog>
  );
}
