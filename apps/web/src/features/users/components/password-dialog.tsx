import { passwordProblem } from '#web/entities/identity/model/passwords.ts';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useChangeUserPassword } from '../api.ts';
import { usersText } from '../en.ts';

const EMPTY = { newSecretKey: '', again: '' };

/** Gives another user a new password, typed twice. */
export function PasswordDialog({ name, ...frame }: DialogFrame & { readonly name: string }) {
  const t = useText(usersText);
  const form = useDraftForm({
    state: EMPTY,
    valuesOf: (empty) => empty,
    errorsOf: ({ newSecretKey, again }) => {
      const problem = passwordProblem({ newPassword: newSecretKey, again });
      if (problem === undefined) return {};
      if (problem === 'mismatch') return { again: t('error.mismatch') };
      return { newSecretKey: t(problem === 'empty' ? 'error.password' : `error.${problem}`) };
    },
  });
  const save = useChangeUserPassword();
  return (
    <FormDialog
      {...frame}
      title={t('password.title')}
      submitLabel={t('password.save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { selectedUser: name, newSecretKey: form.values.newSecretKey },
          savedAndClosed(t('password.done', { name }), frame),
        )
      }
      busy={save.isPending}
    >
      <SelectedName label={t('field.user')} name={name} />
      <SecretInput
        label={t('field.newPassword')}
        required
        autoComplete="new-password"
        data-autofocus
        {...form.input('newSecretKey')}
      />
      <SecretInput
        label={t('field.newPasswordAgain')}
        required
        autoComplete="new-password"
        {...form.input('again')}
      />
    </FormDialog>
  );
}
