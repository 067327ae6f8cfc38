import { PasswordDialog } from '#web/entities/identity/password-dialog.tsx';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useChangeUserPassword } from '../api.ts';
import { usersText } from '../en.ts';

/** Sets another user's password. */
export function UserPasswordDialog({ name, ...frame }: DialogFrame & { readonly name: string }) {
  const t = useText(usersText);
  const save = useChangeUserPassword();
  return (
    <PasswordDialog
      {...frame}
      title={t('password.title')}
      fields={{ next: 'newSecretKey' }}
      busy={save.isPending}
      onSave={({ next }) =>
        save.mutate(
          { selectedUser: name, newSecretKey: next },
          savedAndClosed(t('password.done', { name }), frame),
        )
      }
    >
      <SelectedName label={t('field.user')} name={name} />
    </PasswordDialog>
  );
}
