import { useCallback } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { deviceOf } from './device.ts';
import { sessionsText } from './en.ts';

/** Returns a function that describes a user agent. */
export function useDeviceName(): (userAgent: string) => string {
  const t = useText(sessionsText);
  return useCallback(
    (userAgent) => {
      const device = deviceOf(userAgent);
      if (device === undefined) return t('unknownDevice');
      const { browser, system } = device;
      return system === undefined ? browser : t('device', { browser, system });
    },
    [t],
  );
}
