import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { SecretInput } from '#web/ui/secret-input.tsx';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface OperatorLoginProps {
  readonly busy: boolean;
  readonly onLogin: (jwt: string) => void;
}

/** Login of an operator with the token of a service account. */
export function OperatorLogin({ busy, onLogin }: OperatorLoginProps) {
  const t = useText(authText);
  const [jwt, setJwt] = useState('');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (jwt !== '' && !busy) onLogin(jwt);
  };

  return (
    <form className={classes.layout} onSubmit={submit}>
      <h1 className={classes.heading}>{t('operator.heading')}</h1>
      <SecretInput
        size="md"
        label={t('operator.jwt')}
        value={jwt}
        readOnly={busy}
        autoComplete="off"
        showLabel={t('operator.showJwt')}
        onChange={(event) => setJwt(event.currentTarget.value)}
      />
      <Button
        className={classes.submit ?? ''}
        type="submit"
        size="md"
        fullWidth
        disabled={jwt === '' || busy}
      >
        {t('operator.submit')}
      </Button>
    </form>
  );
}
