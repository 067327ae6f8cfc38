import { Button } from '@mantine/core';
import type { Retention } from '@stowage/contract/bucket-admin/settings';
import {
  NO_RETENTION,
  RetentionFields,
  type RetentionValues,
  retentionBody,
  retentionErrors,
} from '#web/entities/bucket/retention-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useRemoveRetention } from '../api/remove-retention.ts';
import { useSetRetention } from '../api/set-retention.ts';
import { summaryText } from '../en.ts';
import type { SettingDialogProps } from './dialog-props.ts';

function valuesOf({ mode, unit, validity }: Retention): RetentionValues {
  return {
    mode: mode ?? NO_RETENTION.mode,
    unit: unit ?? NO_RETENTION.unit,
    validity: validity ?? NO_RETENTION.validity,
  };
}

/** Locks new objects for a time, or stops doing so. */
export function RetentionDialog(props: SettingDialogProps<Retention>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const form = useDraftForm({ opened, state: current, valuesOf, errorsOf: retentionErrors });
  const save = useSetRetention(bucket);
  const remove = useRemoveRetention(bucket);
  const { revision, mode } = form.base;
  const done = (message: string) => ({
    onSuccess: () => {
      showMessage(message);
      onClose();
    },
  });
  const submit = () =>
    save.mutate({ revision, ...retentionBody(form.values) }, done(t('retention.saved')));
  const stop = () => remove.mutate(revision, done(t('retention.removed')));
  const busy = save.isPending || remove.isPending;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('retention.dialog')}
      submitLabel={t('set')}
      form={form}
      onSubmit={submit}
      busy={busy}
      onReload={() => void onReload().then((fresh) => fresh && form.restart(fresh))}
      secondary={
        mode !== undefined && (
          <Button variant="subtle" color="red" disabled={busy} onClick={stop}>
            {t('retention.remove')}
          </Button>
        )
      }
    >
      <RetentionFields fields={form} />
    </FormDialog>
  );
}
