import { Button } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

/** Login through the identity provider at `address`. */
export function RedirectLogin({ address }: { readonly address: string }) {
  const t = useText(authText);
  return (
    <div className={classes.layout}>
      <h1 className={classes.heading}>{t('redirect.heading')}</h1>
      <p className={classes.text}>{t('redirect.text')}</p>
      <Button className={classes.submit ?? ''} component="a" href={address} size="md" fullWidth>
        {t('redirect.link')}
      </Button>
    </div>
  );
}
