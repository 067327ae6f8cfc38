import { NativeSelect, NumberInput, Radio, Switch } from '@mantine/core';
import {
  isRetentionValidity,
  MAX_RETENTION,
  RETENTION_MODES,
  RETENTION_UNITS,
} from '@stowage/domain/retention';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { bucketsText } from '../en.ts';
import classes from './feature-fields.module.css';
import type { FeatureFieldsProps } from './quota-fields.tsx';

/** Whether new objects of a bucket are retained, how strictly and for how long. */
export function RetentionFields({ draft, onChange, disabled }: FeatureFieldsProps) {
  const t = useText(bucketsText);
  const { retentionValidity: validity, retentionUnit: unit } = draft;
  const fault = !isRetentionValidity(validity, unit);
  return (
    <>
      <Switch
        label={t('create.retention')}
        aria-label={t('create.retention')}
        description={t('create.retentionHint')}
        checked={draft.retentionOn}
        disabled={disabled}
        onChange={(event) => onChange({ retentionOn: event.currentTarget.checked })}
      />
      {draft.retentionOn && (
        <div className={classes.fields}>
          <Radio.Group
            label={t('create.retentionMode')}
            value={draft.retentionMode}
            onChange={(value) =>
              onChange({
                retentionMode: RETENTION_MODES.find((mode) => mode === value) ?? 'compliance',
              })
            }
          >
            <div className={classes.choices}>
              {RETENTION_MODES.map((mode) => (
                <Radio key={mode} value={mode} label={t(`create.retentionModes.${mode}`)} />
              ))}
            </div>
          </Radio.Group>
          <div className={classes.pair}>
            <NumberInput
              label={t('create.validity')}
              value={validity ?? ''}
              min={1}
              clampBehavior="none"
              allowNegative={false}
              allowDecimal={false}
              error={fault && t('create.validityFault', { max: formatNumber(MAX_RETENTION[unit]) })}
              onChange={(value) => onChange({ retentionValidity: numberOrNone(value) })}
            />
            <NativeSelect
              label={t('create.validityUnit')}
              value={unit}
              data={RETENTION_UNITS.map((value) => ({
                value,
                label: t(`create.unit.${value}`, { count: validity ?? 0 }),
              }))}
              onChange={(event) =>
                onChange({
                  retentionUnit:
                    RETENTION_UNITS.find((value) => value === event.currentTarget.value) ?? 'days',
                })
              }
            />
          </div>
        </div>
      )}
    </>
  );
}
