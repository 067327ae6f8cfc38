import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { NotAllDeleted, useDeleteServiceAccounts } from './api.ts';
import { serviceAccountsText } from './en.ts';
import classes from './service-accounts.module.css';

interface DeleteServiceAccountsDialogProps extends DialogFrame {
  readonly accessKeys: readonly string[];
  /** The remaining ones; empty if all are gone. */
  readonly onDeleted: (left: readonly string[]) => void;
}

const SHOWN = 10;

/** Confirms the deletion of service accounts. */
export function DeleteServiceAccountsDialog(props: DeleteServiceAccountsDialogProps) {
  const { accessKeys, opened, onClose, onExited, onDeleted } = props;
  const t = useText(serviceAccountsText);
  const remove = useDeleteServiceAccounts();
  const count = accessKeys.length;
  const [first = ''] = accessKeys;
  const confirm = () =>
    remove.mutate(accessKeys, {
      onSuccess: () => {
        showMessage(count > 1 ? t('delete.doneMany', { count }) : t('delete.done'));
        onDeleted([]);
        onClose();
      },
      onError: (error) => onDeleted(error instanceof NotAllDeleted ? error.left : accessKeys),
    });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(count > 1 ? 'delete.titleMany' : 'delete.title')}
      confirmLabel={t('delete.confirm')}
      busy={remove.isPending}
      onConfirm={confirm}
      onExited={() => {
        onExited();
        recoverFocus('main');
      }}
    >
      {count > 1
        ? t('delete.many', { count })
        : t('delete.one', { accessKey: isolatedText(first) })}
      {count > 1 && (
        <ul className={classes.names}>
          {accessKeys.slice(0, SHOWN).map((accessKey) => (
            <li key={accessKey}>
              <Name>{accessKey}</Name>
            </li>
          ))}
          {count > SHOWN && <li>{t('delete.more', { count: count - SHOWN })}</li>}
        </ul>
      )}
    </ConfirmDialog>
  );
}
