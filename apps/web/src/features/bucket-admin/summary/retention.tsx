import type { Retention } from '@stowage/contract/bucket-admin/settings';
import { useQuery } from '@tanstack/react-query';
import { bucketFieldsText } from '#web/entities/bucket/fields-text.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { retentionQuery } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, SettingValue } from './setting.tsx';

const RetentionDialog = lazyPart(() => import('./retention-dialog.tsx'), 'RetentionDialog');

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

interface RetentionSettingProps extends CardProps {
  /** Whether objects of the bucket can be locked, which retention requires. */
  readonly locked: boolean;
}

/** How long new objects are locked. Shows nothing if it fails to load (BSUM-09). */
export function RetentionSetting({ bucket, canChange, locked }: RetentionSettingProps) {
  const t = useText(summaryText);
  const retention = useQuery(retentionQuery(bucket));
  if (retention.isError && retention.data === undefined) return null;
  return (
    <Setting
      title={t('retention.title')}
      bucket={bucket}
      query={retention}
      canChange={canChange && locked}
      value={(data) =>
        locked ? (
          <RetentionValue {...data} />
        ) : (
          <SettingValue hint={t('retention.needsLocking')}>{t('retention.none')}</SettingValue>
        )
      }
      dialog={(props) => <RetentionDialog {...props} />}
    />
  );
}
