import type { Quota } from '@stowage/contract/bucket-admin/settings';
import { useQuery } from '@tanstack/react-query';
import { bucketFieldsText } from '#web/entities/bucket/fields-text.ts';
import { formatLimit } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { quotaQuery } from '../api/get-quota.ts';
import { summaryText } from '../en.ts';
import type { CardProps } from './card-props.ts';
import { EditButton } from './edit-button.tsx';
import { Loaded } from './loaded.tsx';
import { QuotaDialog } from './quota-dialog.tsx';
import { SettingValue, SubSetting } from './setting-value.tsx';
import { useSettingDialog } from './use-setting-dialog.ts';

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

interface QuotaPartProps extends CardProps {
  /** 'card' where it does not stand under another setting. */
  readonly as: 'card' | 'part';
}

/** How much the bucket may hold. */
export function QuotaPart({ bucket, canChange, as }: QuotaPartProps) {
  const t = useText(summaryText);
  const quota = useQuery(quotaQuery(bucket));
  const dialog = useSettingDialog(quota);
  const title = t('quota.title');
  const Frame = as === 'card' ? SettingCard : SubSetting;
  return (
    <Frame
      title={title}
      action={canChange && quota.data && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={quota}>{(data) => <QuotaValue {...data} />}</Loaded>
      {quota.data && <QuotaDialog bucket={bucket} current={quota.data} {...dialog.props} />}
    </Frame>
  );
}
