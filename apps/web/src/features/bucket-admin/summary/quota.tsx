import type { Quota } from '@stowage/contract/bucket-admin/settings';
import { largestWholeUnit } from '@stowage/domain/units';
import { useQuery } from '@tanstack/react-query';
import { bucketFieldsText } from '#web/entities/bucket/fields-text.ts';
import {
  NO_QUOTA,
  QuotaFields,
  type QuotaValues,
  quotaBody,
  quotaErrors,
} from '#web/entities/bucket/quota-fields.tsx';
import { formatLimit } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { quotaQuery, useSetQuota } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, type SettingDialogProps, SettingValue } from './setting.tsx';

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

function valuesOf({ quota, type }: Quota): QuotaValues {
  if (quota === 0) return NO_QUOTA;
  const { value, unit } = largestWholeUnit(quota);
  return { enabled: true, quota_type: type, amount: value, unit };
}

/** Limits what the bucket may hold, or lifts the limit. */
function QuotaDialog({ bucket, current, reload, ...frame }: SettingDialogProps<Quota>) {
  const t = useText(summaryText);
  const form = useDraftForm({ state: current, valuesOf, errorsOf: quotaErrors });
  const save = useSetQuota(bucket);
  return (
    <FormDialog
      {...frame}
      title={t('quota.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { revision: form.base.revision, ...quotaBody(form.values) },
          savedAndClosed(t('quota.saved'), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
    >
      <QuotaFields fields={form} />
    </FormDialog>
  );
}

interface QuotaSettingProps extends CardProps {
  /** 'card' where it does not stand under another setting. */
  readonly as: 'card' | 'part';
}

/** How much the bucket may hold. */
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
