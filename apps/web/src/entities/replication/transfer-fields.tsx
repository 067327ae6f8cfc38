import { NativeSelect } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { NumberField } from '#web/ui/form/number-field.tsx';
import { numberInput } from '#web/ui/form/number-input.ts';
import { replicationText } from './en.ts';
import classes from './replication-fields.module.css';
import { BANDWIDTH_UNITS, REPLICATION_MODES, type TransferDraft } from './transfer-options.ts';

interface TransferFieldsProps {
  readonly fields: Fields<TransferDraft>;
}

/**
 * How objects are transferred to the remote server. A bandwidth limit is only possible with
 * asynchronous replication.
 */
export function TransferFields({ fields }: TransferFieldsProps) {
  const t = useText(replicationText);
  const { syncMode } = fields.values;
  return (
    <>
      <NativeSelect
        label={t('mode')}
        description={t(`modeHint.${syncMode}`)}
        data={REPLICATION_MODES.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        {...fields.input('syncMode')}
      />
      {syncMode === 'async' && (
        <div className={classes.amount}>
          <NumberField
            label={t('bandwidth')}
            description={t('bandwidthHint')}
            min={0}
            {...numberInput(fields, 'bandwidth')}
          />
          <NativeSelect
            aria-label={t('bandwidthUnit')}
            data={BANDWIDTH_UNITS}
            {...fields.input('bandwidthUnit')}
          />
        </div>
      )}
      <NumberField
        label={t('health')}
        description={t('healthHint')}
        min={0}
        {...numberInput(fields, 'healthCheckPeriod')}
      />
    </>
  );
}
