import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { objectLockingQuery } from './api.ts';
import { summaryText } from './en.ts';
import { Loaded, SettingValue } from './setting.tsx';

/** Whether objects of the bucket can be locked. */
export function LockingCard({ bucket }: { readonly bucket: string }) {
  const t = useText(summaryText);
  const locking = useQuery(objectLockingQuery(bucket));
  return (
    <SettingCard title={t('locking.title')}>
      <Loaded query={locking}>
        {({ object_locking_enabled: on }) => (
          <SettingValue hint={on ? t('locking.on') : t('locking.off')}>
            {on ? t('enabled') : t('disabled')}
          </SettingValue>
        )}
      </Loaded>
    </SettingCard>
  );
}
