import type { Quota } from '@stowage/contract/bucket-admin/settings';
import { EMPTY_BUCKET_DRAFT, isQuotaSize } from '@stowage/domain/retention';
import { largestWholeUnit, sizeToBytes } from '@stowage/domain/units';
import { type QuotaDraft, QuotaFields } from '#web/entities/bucket/quota-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSetQuota } from '../api/set-quota.ts';
import { summaryText } from '../en.ts';
import type { SettingDialogProps } from './dialog-props.ts';

function draftOf({ quota, type }: Quota): QuotaDraft {
  const { quotaType, quotaSize, quotaUnit } = EMPTY_BUCKET_DRAFT;
  if (quota === 0) return { quotaOn: false, quotaType, quotaSize, quotaUnit };
  const { value, unit } = largestWholeUnit(quota);
  return { quotaOn: true, quotaType: type, quotaSize: value, quotaUnit: unit };
}

/** Limits what the bucket may hold, or lifts the limit. */
export function QuotaDialog(props: SettingDialogProps<Quota>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const { base, draft, change, restart } = useDraft(opened, current, draftOf);
  const save = useSetQuota(bucket);
  const bytes = sizeToBytes({ value: draft.quotaSize ?? 0, unit: draft.quotaUnit }) ?? 0n;
  const submit = () =>
    save.mutate(
      {
        revision: base.revision,
        enabled: draft.quotaOn,
        ...(draft.quotaOn && { quota_type: draft.quotaType, amount: Number(bytes) }),
      },
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
      onSubmit={submit}
      canSubmit={!draft.quotaOn || isQuotaSize(draft.quotaSize, draft.quotaUnit)}
      busy={save.isPending}
      failure={save.error}
      onReload={() => void onReload().then((fresh) => fresh && restart(fresh))}
    >
      <QuotaFields draft={draft} onChange={change} disabled={false} />
    </FormDialog>
  );
}
