import { CloseButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { Details } from './details.tsx';
import { uiText } from './en.ts';
import classes from './error-banner.module.css';

interface ErrorBannerProps {
  readonly message: string;
  /** Shown under 'Details'; without it there is no such section. */
  readonly detail?: string | undefined;
  /** Below the message: a way out of the failure. */
  readonly action?: ReactNode;
  /** Scrolls to it when it appears: it stands above what somebody looks at. */
  readonly inView?: boolean;
  /** Shows the details at once: without them nobody could go on. */
  readonly unfolded?: boolean;
  readonly onClose: () => void;
}

/** The banner of a failure: title, message, details to unfold, close. */
export function ErrorBanner(props: ErrorBannerProps) {
  const { message, detail, action, inView = false, unfolded = false, onClose } = props;
  const t = useText(uiText);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inView) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [inView]);
  return (
    <div ref={banner} className={classes.banner} role="alert">
      <IconAlertCircle className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.content}>
        <strong className={classes.title}>{t('error')}</strong>
        <div className={classes.message}>{isolatedText(message)}</div>
        {detail !== undefined && detail !== '' && <Details text={detail} unfolded={unfolded} />}
        {action !== undefined && <div className={classes.action}>{action}</div>}
      </div>
      <CloseButton size="sm" aria-label={t('close')} onClick={onClose} />
    </div>
  );
}
