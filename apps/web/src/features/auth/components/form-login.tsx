import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { Form, SubmitButton } from '#web/ui/form/form.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { Credentials } from '../api.ts';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface FormLoginProps {
  readonly busy: boolean;
  readonly sessionHours?: number | undefined;
  /** Lifetime of a session whose user chose to stay signed in. */
  readonly keptSessionHours?: number | undefined;
  readonly onLogin: (credentials: Credentials) => void;
  /** Leads back to the providers, if there are any. */
  readonly onBack?: (() => void) | undefined;
}

interface Entered {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly keepSignedIn: boolean;
  readonly temporary: boolean;
  readonly sessionToken: string;
}

const NOBODY: Entered = {
  accessKey: '',
  secretKey: '',
  keepSignedIn: false,
  temporary: false,
  sessionToken: '',
};

function credentialsOf({ temporary, sessionToken, keepSignedIn, ...keys }: Entered): Credentials {
  return temporary ? { ...keys, sessionToken, keepSignedIn: false } : { ...keys, keepSignedIn };
}

/** Login with username and password. */
export function FormLogin(props: FormLoginProps) {
  const { busy, onLogin, onBack } = props;
  const t = useText(authText);
  const first = useRef<HTMLInputElement>(null);
  const form = useDraftForm({
    state: NOBODY,
    valuesOf: (entered) => entered,
    errorsOf: ({ accessKey, secretKey, temporary, sessionToken }) => ({
      accessKey: accessKey === '' ? t('form.noUsername') : undefined,
      secretKey: secretKey === '' ? t('form.noPassword') : undefined,
      sessionToken: temporary && sessionToken === '' ? t('form.noSessionToken') : undefined,
    }),
  });
  const { temporary } = form.values;

  useEffect(() => first.current?.focus(), []);

  return (
    <Form
      className={classes.layout}
      form={form}
      busy={busy}
      onSubmit={() => onLogin(credentialsOf(form.values))}
    >
      <h1 className={classes.heading}>{t('form.heading')}</h1>
      <TextInput
        ref={first}
        size="md"
        name="username"
        label={t('form.username')}
        readOnly={busy}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('accessKey')}
      />
      <SecretInput
        size="md"
        name="password"
        label={t('form.password')}
        readOnly={busy}
        autoComplete="current-password"
        {...form.input('secretKey')}
      />
      {temporary ? (
        <SecretInput
          size="md"
          label={t('form.sessionToken')}
          readOnly={busy}
          autoComplete="off"
          {...form.input('sessionToken')}
        />
      ) : (
        <Checkbox
          name="keep"
          label={t('form.keep')}
          disabled={busy}
          {...form.checkbox('keepSignedIn')}
        />
      )}
      <SubmitButton
        className={classes.submit ?? ''}
        size="md"
        fullWidth
        missing={form.missing}
        disabled={busy}
      >
        {t('form.submit')}
      </SubmitButton>
      <LoginFoot {...props} {...form.values} />
      <div className={classes.others}>
        <Checkbox
          size="xs"
          label={t('form.temporary')}
          disabled={busy}
          {...form.checkbox('temporary')}
        />
        {onBack && (
          <Button size="compact-xs" variant="subtle" onClick={onBack}>
            {t('redirect.back')}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** When the session ends. */
function LoginFoot({
  sessionHours,
  keptSessionHours,
  keepSignedIn,
  temporary,
}: Pick<FormLoginProps, 'sessionHours' | 'keptSessionHours'> & Entered) {
  const t = useText(authText);
  if (temporary) return <p className={classes.foot}>{t('form.temporaryEnd')}</p>;
  const hours = keepSignedIn ? keptSessionHours : sessionHours;
  if (hours === undefined) return null;
  return (
    <p className={classes.foot}>
      {keepSignedIn
        ? t('form.kept', { count: Math.round(hours / 24) })
        : t('form.sessionEnd', { count: hours })}
    </p>
  );
}
