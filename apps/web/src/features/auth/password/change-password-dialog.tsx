import { passwordProblem } from '#web/entities/identity/model/passwords.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useChangePassword } from './api.ts';
import { passwordText } from './en.ts';

const EMPTY = { current_secret_key: '', new_secret_key: '', again: '' };

/** Changes the password of the own account: the present one, and the new one twice. */
export function ChangePasswordDialog(frame: DialogFrame) {
  const t = useText(passwordText);
  const form = useDraftForm({
    state: EMPTY,
    valuesOf: (empty) => empty,
    errorsOf: ({ current_secret_key: current, new_secret_key: newPassword, again }) => {
      if (current === '') return { current_secret_key: t('error.empty') };
      const problem = passwordProblem({ newPassword, again });
      if (problem === undefined) return {};
      const field = problem === 'mismatch' ? 'again' : 'new_secret_key';
      return { [field]: t(`error.${problem}`) };
    },
  });
  const save = useChangePassword();
  const { again: _again, ...body } = form.values;
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() => save.mutate(body, savedAndClosed(t('done'), frame))}
      busy={save.isPending}
      notice={t('note')}
    >
      <SecretInput
        label={t('current')}
        required
        autoComplete="current-password"
        data-autofocus
        {...form.input('current_secret_key')}
      />
      <SecretInput
        label={t('next')}
        required
        autoComplete="new-password"
        {...form.input('new_secret_key')}
      />
      <SecretInput
        label={t('again')}
        required
        autoComplete="new-password"
        {...form.input('again')}
      />
    </FormDialog>
  );
}
