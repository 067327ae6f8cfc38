import { Button } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import type { LoginFacts } from '../api.ts';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface RedirectLoginProps {
  readonly facts: Pick<LoginFacts, 'redirect' | 'providers'>;
  /** Shows the form for users without a provider. */
  readonly onPassword: () => void;
}

/** Login through an identity provider, with one link each. */
export function RedirectLogin({ facts, onPassword }: RedirectLoginProps) {
  const t = useText(authText);
  const { redirect = '', providers = [{ name: '', redirect }] } = facts;
  const wordsOf = (provider: {
    readonly name: string;
    readonly displayName?: string | undefined;
  }) => {
    if (provider.displayName !== undefined) return provider.displayName;
    return providers.length === 1
      ? t('redirect.link')
      : t('redirect.linkOf', { name: provider.name });
  };
  return (
    <div className={classes.layout}>
      <h1 className={classes.heading}>{t('redirect.heading')}</h1>
      <p className={classes.text}>{t('redirect.text')}</p>
      <div className={classes.providers}>
        {providers.map((provider) => (
          <Button
            key={provider.name}
            component="a"
            href={provider.redirect}
            size="md"
            fullWidth
            title={wordsOf(provider)}
            classNames={{ root: classes.provider ?? '', label: classes.name ?? '' }}
          >
            {wordsOf(provider)}
          </Button>
        ))}
      </div>
      <Button className={classes.other ?? ''} variant="subtle" onClick={onPassword}>
        {t('redirect.withPassword')}
      </Button>
    </div>
  );
}
