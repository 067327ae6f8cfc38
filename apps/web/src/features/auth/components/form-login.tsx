import { Button, Checkbox, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { Credentials } from '../api/log-in.ts';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface FormLoginProps {
  readonly busy: boolean;
  readonly sessionHours?: number | undefined;
  /** How long a session lasts whose user chose to stay signed in. */
  readonly keptSessionHours?: number | undefined;
  readonly onLogin: (credentials: Credentials) => void;
}

/** Login with username and password. */
export function FormLogin({ busy, sessionHours, keptSessionHours, onLogin }: FormLoginProps) {
  const t = useText(authText);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [keepSignedIn, setKeepSignedIn] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const complete = username !== '' && password !== '';

  const hours = keepSignedIn ? keptSessionHours : sessionHours;
  const lasting =
    hours === undefined
      ? undefined
      : keepSignedIn
        ? t('form.kept', { count: Math.round(hours / 24) })
        : t('form.sessionEnd', { count: hours });

  useEffect(() => first.current?.focus(), []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (complete && !busy) onLogin({ accessKey: username, secretKey: password, keepSignedIn });
  };

  return (
    <form className={classes.layout} onSubmit={submit}>
      <h1 className={classes.heading}>{t('form.heading')}</h1>
      <TextInput
        ref={first}
        size="md"
        name="username"
        label={t('form.username')}
        value={username}
        readOnly={busy}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <SecretInput
        size="md"
        name="password"
        label={t('form.password')}
        value={password}
        readOnly={busy}
        autoComplete="current-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Checkbox
        name="keep"
        label={t('form.keep')}
        checked={keepSignedIn}
        disabled={busy}
        onChange={(event) => setKeepSignedIn(event.currentTarget.checked)}
      />
      <Button
        className={classes.submit ?? ''}
        type="submit"
        size="md"
        fullWidth
        disabled={!complete || busy}
      >
        {t('form.submit')}
      </Button>
      {lasting !== undefined && <p className={classes.foot}>{lasting}</p>}
    </form>
  );
}
