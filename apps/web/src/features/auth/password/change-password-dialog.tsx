import { PasswordDialog } from '#web/entities/identity/password-dialog.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useChangePassword } from './api.ts';
import { passwordText } from './en.ts';

/** Changes the password of the user's own account. */
export function ChangePasswordDialog(frame: DialogFrame) {
  const t = useText(passwordText);
  const save = useChangePassword();
  return (
    <PasswordDialog
      {...frame}
      title={t('title')}
      notice={t('note')}
      fields={{ current: 'current_secret_key', next: 'new_secret_key' }}
      busy={save.isPending}
      onSave={({ current, next }) =>
        save.mutate(
          { current_secret_key: current, new_secret_key: next },
          savedAndClosed(t('done'), frame),
        )
      }
    />
  );
}
