import { Button } from '@mantine/core';
import type { Retention } from '@stowage/contract/bucket-admin/settings';
import { useQuery } from '@tanstack/react-query';
import { bucketFieldsText } from '#web/entities/bucket/fields-text.ts';
import {
  NO_RETENTION,
  RetentionFields,
  type RetentionValues,
  retentionBody,
  retentionErrors,
} from '#web/entities/bucket/retention-fields.tsx';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { retentionQuery, useRemoveRetention, useSetRetention } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, type SettingDialogProps, SettingValue } from './setting.tsx';

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

function valuesOf({ mode, unit, validity }: Retention): RetentionValues {
  return {
    mode: mode ?? NO_RETENTION.mode,
    unit: unit ?? NO_RETENTION.unit,
    validity: validity ?? NO_RETENTION.validity,
  };
}

/** Locks new objects for a time, or stops doing so. */
function RetentionDialog({ bucket, current, reload, ...frame }: SettingDialogProps<Retention>) {
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

interface RetentionSettingProps extends CardProps {
  /** Whether objects of the bucket can be locked; retention needs it. */
  readonly locked: boolean;
}

/** How long new objects are locked for. A failure to load it shows nothing (BSUM-09). */
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
