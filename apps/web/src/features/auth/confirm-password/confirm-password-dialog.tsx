import { confirmPassword } from '@stowage/contract/auth';
import { useState } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { confirmPasswordText } from './en.ts';

interface ConfirmPasswordDialogProps extends DialogFrame {
  /** Called when the password was correct. */
  readonly onConfirmed: () => void;
}

/** Asks for the password again before a destructive action. */
export function ConfirmPasswordDialog({ onConfirmed, ...frame }: ConfirmPasswordDialogProps) {
  const t = useText(confirmPasswordText);
  const { accountName, loginName = accountName } = useSession();
  const [busy, setBusy] = useState(false);
  const form = useDraftForm({
    state: undefined,
    valuesOf: () => ({ secretKey: '' }),
    errorsOf: ({ secretKey }) => (secretKey === '' ? { secretKey: t('noPassword') } : {}),
  });
  // Errors are shown at the field: the banner belongs to the dialog below this one.
  const submit = async () => {
    setBusy(true);
    try {
      await call(confirmPassword, { body: { secretKey: form.values.secretKey } });
      onConfirmed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      form.refuse('secretKey', error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      submitLabel={t('submit')}
      form={form}
      onSubmit={() => void submit()}
      busy={busy}
      size="sm"
    >
      <div>{t('text', { name: visibleName(loginName) })}</div>
      <SecretInput
        label={t('password')}
        required
        autoComplete="current-password"
        data-autofocus
        {...form.input('secretKey')}
      />
    </FormDialog>
  );
}
