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
  /** Shown under 'Details', which is omitted without it. */
  readonly detail?: string | undefined;
  /** Shown below the message: a way to resolve the error. */
  readonly action?: ReactNode;
  /** Scrolls into view when it appears, because it is above what the user is looking at. */
  readonly inView?: boolean;
  /** Expands the details, because the user cannot continue without them. */
  readonly unfolded?: boolean;
  readonly onClose: () => void;
}

/** An error banner: title, message, collapsible details, close button. */
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
