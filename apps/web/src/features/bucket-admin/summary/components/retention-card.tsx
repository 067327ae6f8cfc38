import type { Retention } from '@stowage/contract/bucket-admin/settings';
import { useQuery } from '@tanstack/react-query';
import { bucketFieldsText } from '#web/entities/bucket/fields-text.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { retentionQuery } from '../api/get-retention.ts';
import { summaryText } from '../en.ts';
import type { CardProps } from './card-props.ts';
import { EditButton } from './edit-button.tsx';
import { Loaded } from './loaded.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { SettingValue } from './setting-value.tsx';
import { useSettingDialog } from './use-setting-dialog.ts';

function RetentionValue({ mode, unit, validity }: Retention) {
  const t = useText(summaryText);
  const fields = useText(bucketFieldsText);
  if (mode === undefined || unit === undefined || validity === undefined) {
    return <SettingValue>{t('retention.none')}</SettingValue>;
  }
  return (
    <SettingValue hint={t('retention.hint')}>
      {t('retention.of', {
        mode: fields(`retentionModes.${mode}`),
        validity: formatNumber(validity),
        unit: fields(`unit.${unit}`, { count: validity }),
      })}
    </SettingValue>
  );
}

interface RetentionCardProps extends CardProps {
  /** Whether objects of the bucket can be locked; retention needs it. */
  readonly locked: boolean;
}

/** How long new objects are locked for. A failure to load it shows nothing (BSUM-09). */
export function RetentionCard({ bucket, canChange, locked }: RetentionCardProps) {
  const t = useText(summaryText);
  const retention = useQuery(retentionQuery(bucket));
  const dialog = useSettingDialog(retention);
  const title = t('retention.title');
  if (retention.isError && retention.data === undefined) return null;
  const canEdit = canChange && locked && retention.data !== undefined;
  return (
    <SettingCard
      title={title}
      action={canEdit && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={retention}>
        {(data) =>
          locked ? (
            <RetentionValue {...data} />
          ) : (
            <SettingValue hint={t('retention.needsLocking')}>{t('retention.none')}</SettingValue>
          )
        }
      </Loaded>
      {retention.data && (
        <RetentionDialog bucket={bucket} current={retention.data} {...dialog.props} />
      )}
    </SettingCard>
  );
}
