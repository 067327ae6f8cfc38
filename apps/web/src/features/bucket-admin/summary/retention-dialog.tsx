import { Button } from '@mantine/core';
import type { Retention } from '@stowage/contract/bucket-admin/settings';
import {
  NO_RETENTION,
  RetentionFields,
  type RetentionValues,
  retentionBody,
  retentionErrors,
} from '#web/entities/bucket/retention-fields.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useRemoveRetention, useSetRetention } from './api.ts';
import { summaryText } from './en.ts';
import type { SettingDialogProps } from './setting.tsx';

function valuesOf({ mode, unit, validity }: Retention): RetentionValues {
  return {
    mode: mode ?? NO_RETENTION.mode,
    unit: unit ?? NO_RETENTION.unit,
    validity: validity ?? NO_RETENTION.validity,
  };
}

/** Locks new objects for a period, or stops doing so. */
export function RetentionDialog({
  bucket,
  current,
  reload,
  ...frame
}: SettingDialogProps<Retention>) {
  const t = useText(summaryText);
  const form = useDraftForm({ state: current, valuesOf, errorsOf: retentionErrors });
  const save = useSetRetention(bucket);
  const remove = useRemoveRetention(bucket);
  const { revision, mode } = form.base;
  const busy = save.isPending || remove.isPending;
  return (
    <FormDialog
      {...frame}
      title={t('retention.dialog')}
      submitLabel={t('set')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { revision, ...retentionBody(form.values) },
          savedAndClosed(t('retention.saved'), frame),
        )
      }
      busy={busy}
      onReload={form.restartWith(reload)}
      secondary={
        mode !== undefined && (
          <Button
            variant="subtle"
            color="red"
            disabled={busy}
            onClick={() => remove.mutate(revision, savedAndClosed(t('retention.removed'), frame))}
          >
            {t('retention.remove')}
          </Button>
        )
      }
    >
      <RetentionFields fields={form} />
    </FormDialog>
  );
}
