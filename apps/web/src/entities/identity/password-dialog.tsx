import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { identityText } from './en.ts';
import { passwordProblem } from './model/passwords.ts';

interface PasswordDialogProps extends DialogFrame {
  readonly title: string;
  /** Further consequences of the change. */
  readonly notice?: string;
  /**
   * The request's field names for the new password and, if required, the current one; the server's
   * errors for them are shown at these inputs.
   */
  readonly fields: { readonly next: string; readonly current?: string };
  readonly busy: boolean;
  readonly onSave: (passwords: { readonly next: string; readonly current: string }) => void;
  /** Whose password it is, shown above the fields. */
  readonly children?: ReactNode;
}

/** Asks for a new password, typed twice, and the current one if required. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, notice, fields, busy, onSave, children, ...frame } = props;
  const { next, current } = fields;
  const t = useText(identityText);
  const form = useDraftForm<undefined, Readonly<Record<string, string>>>({
    state: undefined,
    valuesOf: () => ({ [next]: '', again: '', ...(current && { [current]: '' }) }),
    errorsOf: (values) => {
      if (current && values[current] === '') return { [current]: t('password.noCurrent') };
      const { [next]: newPassword = '', again = '' } = values;
      const problem = passwordProblem({ newPassword, again });
      return problem ? { [problem === 'mismatch' ? 'again' : next]: t(`password.${problem}`) } : {};
    },
  });
  const { values } = form;
  return (
    <FormDialog
      {...frame}
      title={title}
      submitLabel={t('password.save')}
      form={form}
      onSubmit={() =>
        onSave({ next: values[next] ?? '', current: (current && values[current]) ?? '' })
      }
      busy={busy}
      {...(notice !== undefined && { notice })}
    >
      {children}
      {current !== undefined && (
        <SecretInput
          label={t('password.current')}
          required
          autoComplete="current-password"
          data-autofocus
          {...form.input(current)}
        />
      )}
      <SecretInput
        label={t('password.next')}
        required
        autoComplete="new-password"
        data-autofocus={current === undefined}
        {...form.input(next)}
      />
      <SecretInput
        label={t('password.again')}
        required
        autoComplete="new-password"
        {...form.input('again')}
      />
    </FormDialog>
  );
}
