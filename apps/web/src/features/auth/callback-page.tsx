import { Anchor, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { takeRedirectPath } from '#web/entities/session/stored-session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { useGo, useHref, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DocumentTitle } from '#web/ui/document-title.tsx';
import { useFinishSignOn } from './api.ts';
import classes from './components/login-panel.module.css';
import { LoginPanel } from './components/login-panel.tsx';
import { authText } from './en.ts';

/** The response of an identity provider: RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207. */
const callbackSearch: SearchFields<{
  code: string;
  state: string;
  iss: string;
  error: string;
  error_description: string;
}> = {
  code: textField,
  state: textField,
  iss: textField,
  error: textField,
  error_description: textField,
};

/**
 * Anyone can craft an address of this page: show no more than a sentence, without hidden
 * characters.
 */
const MAX_TOLD = 500;
const told = (text: string) => isolatedText(text.slice(0, MAX_TOLD));

/**
 * The page identity providers redirect back to. It shows their errors, or finishes the login if
 * there is a code; with neither there is nothing to do here.
 */
export function CallbackPage() {
  const t = useText(authText);
  const go = useGo();
  const basePath = useHref()('');
  const [{ code, state, iss, error, error_description: description }] = useSearch(callbackSearch);
  const failed = error !== '' || description !== '';
  const leave = (path: string) => go(path, { replace: true });
  const { mutate: finish } = useFinishSignOn(
    () => leave(takeRedirectPath(basePath)),
    () => leave(pagePath('login')),
  );
  const sent = useRef(false);
  useEffect(() => {
    // A code is valid only once: a second attempt would undo the first.
    if (failed || sent.current) return;
    sent.current = true;
    if (code === '' || state === '') go(pagePath('login'), { replace: true });
    else finish({ code, state, ...(iss !== '' && { iss }) });
  }, [failed, code, state, iss, finish, go]);
  return (
    <LoginPanel busy={!failed}>
      <DocumentTitle title={t('callback.title')} />
      {failed ? (
        <div className={classes.middle} role="alert">
          <h1 className={classes.heading}>{t('callback.error')}</h1>
          <p className={classes.text}>{told(error)}</p>
          <p className={classes.text}>{told(description)}</p>
          <Anchor component={RouterLink} to={pagePath('login')}>
            {t('callback.toLogin')}
          </Anchor>
        </div>
      ) : (
        <div className={classes.middle} role="status" aria-label={t('form.running')}>
          <Loader />
        </div>
      )}
    </LoginPanel>
  );
}
