import type { Quota } from '@stowage/contract/bucket-admin/settings';
import { largestWholeUnit } from '@stowage/domain/units';
import {
  NO_QUOTA,
  QuotaFields,
  type QuotaValues,
  quotaBody,
  quotaErrors,
} from '#web/entities/bucket/quota-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSetQuota } from '../api/set-quota.ts';
import { summaryText } from '../en.ts';
import type { SettingDialogProps } from './dialog-props.ts';

function valuesOf({ quota, type }: Quota): QuotaValues {
  if (quota === 0) return NO_QUOTA;
  const { value, unit } = largestWholeUnit(quota);
  return { enabled: true, quota_type: type, amount: value, unit };
}

/** Limits what the bucket may hold, or lifts the limit. */
export function QuotaDialog(props: SettingDialogProps<Quota>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const form = useDraftForm({ opened, state: current, valuesOf, errorsOf: quotaErrors });
  const save = useSetQuota(bucket);
  const submit = () =>
    save.mutate(
      { revision: form.base.revision, ...quotaBody(form.values) },
      {
        onSuccess: () => {
          showMessage(t('quota.saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('quota.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={submit}
      busy={save.isPending}
      onReload={() => void onReload().then((fresh) => fresh && form.restart(fresh))}
    >
      <QuotaFields fields={form} />
    </FormDialog>
  );
}
