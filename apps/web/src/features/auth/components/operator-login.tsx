import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { Form, SubmitButton } from '#web/ui/form/form.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface OperatorLoginProps {
  readonly busy: boolean;
  readonly onLogin: (jwt: string) => void;
}

/** Operator login with the token of a service account. */
export function OperatorLogin({ busy, onLogin }: OperatorLoginProps) {
  const t = useText(authText);
  const form = useDraftForm({
    state: '',
    valuesOf: (jwt) => ({ jwt }),
    errorsOf: ({ jwt }) => ({ jwt: jwt === '' ? t('operator.noJwt') : undefined }),
  });

  return (
    <Form
      className={classes.layout}
      form={form}
      busy={busy}
      onSubmit={() => onLogin(form.values.jwt)}
    >
      <h1 className={classes.heading}>{t('operator.heading')}</h1>
      <SecretInput
        size="md"
        label={t('operator.jwt')}
        readOnly={busy}
        autoComplete="off"
        showLabel={t('operator.showJwt')}
        {...form.input('jwt')}
      />
      <SubmitButton
        className={classes.submit ?? ''}
        size="md"
        fullWidth
        missing={form.missing}
        disabled={busy}
      >
        {t('operator.submit')}
      </SubmitButton>
    </Form>
  );
}
