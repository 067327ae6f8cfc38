import type { Quota } from '@stowage/contract/bucket-admin/settings';
import { useQuery } from '@tanstack/react-query';
import { bucketFieldsText } from '#web/entities/bucket/fields-text.ts';
import { formatLimit } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { quotaQuery } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, SettingValue } from './setting.tsx';

const QuotaDialog = lazyPart(() => import('./quota-dialog.tsx'), 'QuotaDialog');

function QuotaValue({ quota, type }: Quota) {
  const t = useText(summaryText);
  const fields = useText(bucketFieldsText);
  if (quota === 0) return <SettingValue>{t('quota.none')}</SettingValue>;
  return (
    <SettingValue>
      {t('quota.of', { size: formatLimit(quota), type: fields(`quotaTypes.${type}`) })}
    </SettingValue>
  );
}

interface QuotaSettingProps extends CardProps {
  /** 'card' unless it is part of another setting's card. */
  readonly as: 'card' | 'part';
}

/** The quota of the bucket. */
export function QuotaSetting({ bucket, canChange, as }: QuotaSettingProps) {
  const t = useText(summaryText);
  return (
    <Setting
      as={as}
      title={t('quota.title')}
      bucket={bucket}
      query={useQuery(quotaQuery(bucket))}
      canChange={canChange}
      value={(quota) => <QuotaValue {...quota} />}
      dialog={(props) => <QuotaDialog {...props} />}
    />
  );
}
