import { useEffect } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useQueryValue } from '#web/lib/router/navigation.ts';
import { DocumentTitle } from '#web/ui/document-title.tsx';
import classes from './components/login-panel.module.css';
import { LoginPanel } from './components/login-panel.tsx';
import { authText } from './en.ts';

/**
 * Where an identity provider sends the browser back to. Its errors are shown; this
 * console takes no logins from there, so whatever else it sends leads to the login.
 */
export function CallbackPage() {
  const t = useText(authText);
  const go = useGo();
  const [error] = useQueryValue('error');
  const [description] = useQueryValue('error_description');
  const failed = error !== '' || description !== '';
  useEffect(() => {
    if (!failed) go('/login', { replace: true });
  }, [failed, go]);
  return (
    <LoginPanel>
      <DocumentTitle title={t('callback.title')} />
      {failed && (
        <div className={classes.middle} role="alert">
          <h1 className={classes.heading}>{t('callback.error')}</h1>
          <p className={classes.text}>{error}</p>
          <p className={classes.text}>{description}</p>
        </div>
      )}
    </LoginPanel>
  );
}
