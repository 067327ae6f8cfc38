import { IconWifiOff } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useOnline } from '#web/lib/query-client/online.ts';
import { uiText } from '#web/ui/en.ts';
import classes from './restart-banner.module.css';

/** Tells the user that the network is offline. */
export function OfflineBanner() {
  const t = useText(uiText);
  if (useOnline()) return null;
  return (
    <div className={classes.banner} role="alert">
      <IconWifiOff className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>{t('offline')}</span>
    </div>
  );
}
