import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { takeRedirectPath } from '#web/entities/session/stored-session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useHref } from '#web/lib/router/navigation.ts';
import { DocumentTitle } from '#web/ui/document-title.tsx';
import { type LoginFacts, loginStrategyQuery, useLogIn, useLogInOperator } from './api.ts';
import { FormLogin } from './components/form-login.tsx';
import classes from './components/login-panel.module.css';
import { LoginPanel } from './components/login-panel.tsx';
import { OperatorLogin } from './components/operator-login.tsx';
import { RedirectLogin } from './components/redirect-login.tsx';
import { authText } from './en.ts';

interface StrategyProps {
  readonly facts: LoginFacts & { readonly note?: string | undefined };
  /** Leads back to the layout from which the form was chosen. */
  readonly onBack?: () => void;
}

function FormStrategy({ facts, onBack }: StrategyProps) {
  const t = useText(authText);
  const go = useGo();
  const basePath = useHref()('');
  const logIn = useLogIn(() => go(takeRedirectPath(basePath), { replace: true }));
  return (
    <LoginPanel {...facts} busy={logIn.isPending}>
      <title>{t('form.heading')}</title>
      <FormLogin
        busy={logIn.isPending}
        sessionHours={facts.sessionHours}
        keptSessionHours={facts.keptSessionHours}
        onLogin={logIn.mutate}
        onBack={onBack}
      />
    </LoginPanel>
  );
}

function RedirectStrategy({ facts }: StrategyProps) {
  const t = useText(authText);
  const [withPassword, setWithPassword] = useState(false);
  if (withPassword) return <FormStrategy facts={facts} onBack={() => setWithPassword(false)} />;
  return (
    <LoginPanel {...facts}>
      <DocumentTitle title={t('redirect.heading')} />
      <RedirectLogin facts={facts} onPassword={() => setWithPassword(true)} />
    </LoginPanel>
  );
}

function OperatorStrategy({ facts }: StrategyProps) {
  const t = useText(authText);
  const logIn = useLogInOperator();
  return (
    <LoginPanel {...facts} busy={logIn.isPending}>
      <DocumentTitle title={t('operator.heading')} />
      <OperatorLogin busy={logIn.isPending} onLogin={(jwt) => logIn.mutate(jwt)} />
    </LoginPanel>
  );
}

const layouts = {
  form: FormStrategy,
  redirect: RedirectStrategy,
  'service-account': OperatorStrategy,
} as const;

interface LoginPageProps {
  /** Information for users before they log in. */
  readonly note?: string;
}

/** The login screen: asks for the login strategy and shows the matching layout. */
export function LoginPage({ note }: LoginPageProps) {
  const t = useText(authText);
  const strategy = useQuery(loginStrategyQuery);
  if (strategy.data !== undefined && !strategy.isFetching) {
    const Layout = layouts[strategy.data.loginStrategy];
    return <Layout facts={{ ...strategy.data, note }} />;
  }
  return (
    <LoginPanel>
      <title>{t('form.heading')}</title>
      {strategy.isFetching ? (
        <div className={classes.middle} role="status" aria-label={t('loading')}>
          <Loader />
        </div>
      ) : (
        <div className={classes.middle} role="alert">
          <p className={classes.text}>{t('failure.text')}</p>
          <Button variant="default" onClick={() => void strategy.refetch()}>
            {t('failure.retry')}
          </Button>
        </div>
      )}
    </LoginPanel>
  );
}
