import { useEffect } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DocumentTitle } from '#web/ui/document-title.tsx';
import classes from './components/login-panel.module.css';
import { LoginPanel } from './components/login-panel.tsx';
import { authText } from './en.ts';

/** What an identity provider says went wrong (RFC 6749, section 4.1.2.1). */
const callbackSearch: SearchFields<{ error: string; error_description: string }> = {
  error: textField,
  error_description: textField,
};

/**
 * Where an identity provider sends the browser back to. Its errors are shown; this
 * console takes no logins from there, so whatever else it sends leads to the login.
 */
export function CallbackPage() {
  const t = useText(authText);
  const go = useGo();
  const [{ error, error_description: description }] = useSearch(callbackSearch);
  const failed = error !== '' || description !== '';
  useEffect(() => {
    if (!failed) go(pagePath('login'), { replace: true });
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
