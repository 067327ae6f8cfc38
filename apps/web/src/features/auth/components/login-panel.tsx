import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { Brand } from '#web/ui/brand.tsx';
import { BusyBar } from '#web/ui/busy-bar.tsx';
import { authText } from '../en.ts';
import classes from './login-panel.module.css';

interface LoginPanelProps {
  /** Address of the storage server behind the console. */
  readonly storageHost?: string | undefined;
  readonly version?: string | undefined;
  /** Shows the progress bar while logging in. */
  readonly busy?: boolean;
  /** Shown above the layout: information before logging in. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** The panel of the login screen: the product on the left, the layout on the right. */
export function LoginPanel(props: LoginPanelProps) {
  const { storageHost, version, busy = false, note, children } = props;
  const t = useText(authText);
  const facts = [storageHost, version === undefined ? undefined : t('version', { version })].filter(
    (fact) => fact !== undefined,
  );
  return (
    <main className={classes.ground}>
      <div className={classes.panel} data-testid="login-panel">
        {busy && <BusyBar className={classes.progress} label={t('form.running')} />}
        <div className={classes.art}>
          <Brand />
          <p className={classes.claim}>{t('claim')}</p>
          <p className={classes.facts}>{facts.join(' · ')}</p>
        </div>
        <div className={classes.side}>
          {note !== undefined && (
            <p className={classes.note} role="alert">
              {note}
            </p>
          )}
          {children}
        </div>
      </div>
    </main>
  );
}
