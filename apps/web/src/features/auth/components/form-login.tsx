import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface FormLoginProps {
  readonly busy: boolean;
  readonly sessionHours?: number | undefined;
  readonly onLogin: (accessKey: string, secretKey: string) => void;
}

/** Login with username and password. */
export function FormLogin({ busy, sessionHours, onLogin }: FormLoginProps) {
  const t = useText(authText);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const complete = username !== '' && password !== '';

  useEffect(() => first.current?.focus(), []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (complete && !busy) onLogin(username, password);
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
      <PasswordInput
        size="md"
        name="password"
        label={t('form.password')}
        value={password}
        readOnly={busy}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword') }}
        onChange={(event) => setPassword(event.currentTarget.value)}
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
      {sessionHours !== undefined && (
        <p className={classes.foot}>{t('form.sessionEnd', { count: sessionHours })}</p>
      )}
    </form>
  );
}
