import { NativeSelect, NumberInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { replicationText } from './en.ts';
import classes from './replication-fields.module.css';
import {
  BANDWIDTH_UNITS,
  REPLICATION_MODES,
  type TransferDraft,
  transferErrors,
} from './transfer-options.ts';

interface TransferFieldsProps {
  readonly draft: TransferDraft;
  readonly onChange: (part: Partial<TransferDraft>) => void;
}

/** How objects get to the remote server. A limit of bandwidth goes with asynchronous replication only. */
export function TransferFields({ draft, onChange }: TransferFieldsProps) {
  const t = useText(replicationText);
  const errors = transferErrors(draft);
  const { syncMode } = draft;
  return (
    <>
      <NativeSelect
        label={t('mode')}
        description={t(`modeHint.${syncMode}`)}
        value={syncMode}
        data={REPLICATION_MODES.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        onChange={(event) =>
          onChange({ syncMode: event.currentTarget.value === 'sync' ? 'sync' : 'async' })
        }
      />
      {syncMode === 'async' && (
        <div className={classes.amount}>
          <NumberInput
            label={t('bandwidth')}
            description={t('bandwidthHint')}
            value={draft.bandwidth ?? ''}
            min={0}
            clampBehavior="none"
            allowNegative={false}
            error={errors.includes('bandwidth') && t('bandwidthError')}
            onChange={(value) => onChange({ bandwidth: numberOrNone(value) })}
          />
          <NativeSelect
            aria-label={t('bandwidthUnit')}
            value={draft.bandwidthUnit}
            data={BANDWIDTH_UNITS}
            onChange={(event) =>
              onChange({
                bandwidthUnit:
                  BANDWIDTH_UNITS.find((unit) => unit === event.currentTarget.value) ?? 'GiB',
              })
            }
          />
        </div>
      )}
      <NumberInput
        label={t('health')}
        description={t('healthHint')}
        value={draft.healthCheckPeriod ?? ''}
        min={0}
        clampBehavior="none"
        allowNegative={false}
        error={errors.includes('healthCheckPeriod') && t('healthError')}
        onChange={(value) => onChange({ healthCheckPeriod: numberOrNone(value) })}
      />
    </>
  );
}
