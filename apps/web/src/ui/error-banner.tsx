import { CloseButton, Collapse, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
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
  const [open, setOpen] = useState(unfolded);
  const detailId = useId();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inView) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [inView]);
  return (
    <div ref={banner} className={classes.banner} role="alert">
      <IconAlertCircle className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.content}>
        <strong className={classes.title}>{t('error')}</strong>
        <div className={classes.message}>{message}</div>
        {detail !== undefined && detail !== '' && (
          <>
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={open}
              aria-controls={detailId}
              onClick={() => setOpen(!open)}
            >
              {t('details')}
              <IconChevronDown size={14} stroke={1.8} data-open={open || undefined} aria-hidden />
            </UnstyledButton>
            <Collapse id={detailId} expanded={open} transitionDuration={120}>
              <div className={classes.detail}>{detail}</div>
            </Collapse>
          </>
        )}
        {action !== undefined && <div className={classes.action}>{action}</div>}
      </div>
      <CloseButton size="sm" aria-label={t('close')} onClick={onClose} />
    </div>
  );
}
