import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openAddress } from '#web/lib/api/open-address.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useRouteParams } from '#web/lib/router/navigation.ts';
import { DocumentTitle } from '#web/ui/document-title.tsx';
import { loginStrategyQuery } from './api.ts';
import classes from './components/login-panel.module.css';
import { LoginPanel } from './components/login-panel.tsx';
import { authText } from './en.ts';
import { LoginPage } from './login-page.tsx';

/** The address of one provider, for bookmarks: redirects straight to it. */
export function ProviderLoginPage() {
  const t = useText(authText);
  const { provider } = useRouteParams('loginProvider');
  const { data } = useQuery(loginStrategyQuery);
  const address = data?.providers?.find(({ name }) => name === provider)?.redirect;
  useEffect(() => {
    if (address !== undefined) openAddress(address);
  }, [address]);
  if (data === undefined) return <LoginPage />;
  if (address === undefined) {
    return <LoginPage note={t('redirect.unknown', { name: visibleName(provider) })} />;
  }
  return (
    <LoginPanel {...data} busy>
      <DocumentTitle title={t('callback.title')} />
      <div className={classes.middle} role="status" aria-label={t('form.running')}>
        <Loader />
      </div>
    </LoginPanel>
  );
}
