import { Checkbox, TextInput } from '@mantine/core';
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
  /** How long a session lasts whose user chose to stay signed in. */
  readonly keptSessionHours?: number | undefined;
  readonly onLogin: (credentials: Credentials) => void;
}

const NOBODY: Credentials = { accessKey: '', secretKey: '', keepSignedIn: false };

/** Login with username and password. */
export function FormLogin({ busy, sessionHours, keptSessionHours, onLogin }: FormLoginProps) {
  const t = useText(authText);
  const first = useRef<HTMLInputElement>(null);
  const form = useDraftForm({
    state: NOBODY,
    valuesOf: (credentials) => credentials,
    errorsOf: ({ accessKey, secretKey }) => ({
      accessKey: accessKey === '' ? t('form.noUsername') : undefined,
      secretKey: secretKey === '' ? t('form.noPassword') : undefined,
    }),
  });
  const { keepSignedIn } = form.values;

  const hours = keepSignedIn ? keptSessionHours : sessionHours;
  const lasting =
    hours === undefined
      ? undefined
      : keepSignedIn
        ? t('form.kept', { count: Math.round(hours / 24) })
        : t('form.sessionEnd', { count: hours });

  useEffect(() => first.current?.focus(), []);

  return (
    <Form className={classes.layout} form={form} busy={busy} onSubmit={() => onLogin(form.values)}>
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
      <Checkbox
        name="keep"
        label={t('form.keep')}
        disabled={busy}
        {...form.checkbox('keepSignedIn')}
      />
      <SubmitButton
        className={classes.submit ?? ''}
        size="md"
        fullWidth
        missing={form.missing}
        disabled={busy}
      >
        {t('form.submit')}
      </SubmitButton>
      {lasting !== undefined && <p className={classes.foot}>{lasting}</p>}
    </Form>
  );
}
