import type { Quota } from '@stowage/contract/bucket-admin/settings';
import { largestWholeUnit } from '@stowage/domain/units';
import {
  NO_QUOTA,
  QuotaFields,
  type QuotaValues,
  quotaBody,
  quotaErrors,
} from '#web/entities/bucket/quota-fields.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSetQuota } from './api.ts';
import { summaryText } from './en.ts';
import type { SettingDialogProps } from './setting.tsx';

function valuesOf({ quota, type }: Quota): QuotaValues {
  if (quota === 0) return NO_QUOTA;
  const { value, unit } = largestWholeUnit(quota);
  return { enabled: true, quota_type: type, amount: value, unit };
}

/** Sets or removes the bucket's quota. */
export function QuotaDialog({ bucket, current, reload, ...frame }: SettingDialogProps<Quota>) {
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
