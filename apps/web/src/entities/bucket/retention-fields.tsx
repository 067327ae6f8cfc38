import { NativeSelect, NumberInput, Radio, Switch } from '@mantine/core';
import {
  type BucketDraft,
  isRetentionValidity,
  MAX_RETENTION,
  RETENTION_MODES,
  RETENTION_UNITS,
} from '@stowage/domain/retention';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import classes from './feature-fields.module.css';
import { bucketFieldsText } from './fields-text.ts';

export type RetentionDraft = Pick<
  BucketDraft,
  'retentionMode' | 'retentionUnit' | 'retentionValidity'
>;

interface RetentionChoiceProps {
  readonly draft: RetentionDraft;
  readonly onChange: (change: Partial<RetentionDraft>) => void;
}

/** How strictly new objects of a bucket are retained, and for how long. */
export function RetentionChoice({ draft, onChange }: RetentionChoiceProps) {
  const t = useText(bucketFieldsText);
  const { retentionValidity: validity, retentionUnit: unit } = draft;
  const fault = !isRetentionValidity(validity, unit);
  return (
    <>
      <Radio.Group
        label={t('retentionMode')}
        value={draft.retentionMode}
        onChange={(value) =>
          onChange({
            retentionMode: RETENTION_MODES.find((mode) => mode === value) ?? 'compliance',
          })
        }
      >
        <div className={classes.choices}>
          {RETENTION_MODES.map((mode) => (
            <Radio key={mode} value={mode} label={t(`retentionModes.${mode}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        <NumberInput
          label={t('validity')}
          value={validity ?? ''}
          min={1}
          clampBehavior="none"
          allowNegative={false}
          allowDecimal={false}
          error={fault && t('validityFault', { max: formatNumber(MAX_RETENTION[unit]) })}
          onChange={(value) => onChange({ retentionValidity: numberOrNone(value) })}
        />
        <NativeSelect
          label={t('validityUnit')}
          value={unit}
          data={RETENTION_UNITS.map((value) => ({
            value,
            label: t(`unit.${value}`, { count: validity ?? 0 }),
          }))}
          onChange={(event) =>
            onChange({
              retentionUnit:
                RETENTION_UNITS.find((value) => value === event.currentTarget.value) ?? 'days',
            })
          }
        />
      </div>
    </>
  );
}

interface RetentionFieldsProps {
  readonly draft: RetentionDraft & Pick<BucketDraft, 'retentionOn'>;
  readonly onChange: (change: Partial<BucketDraft>) => void;
  readonly disabled: boolean;
}

/** Whether new objects of a bucket are retained, how strictly and for how long. */
export function RetentionFields({ draft, onChange, disabled }: RetentionFieldsProps) {
  const t = useText(bucketFieldsText);
  return (
    <>
      <Switch
        label={t('retention')}
        aria-label={t('retention')}
        description={t('retentionHint')}
        checked={draft.retentionOn}
        disabled={disabled}
        onChange={(event) => onChange({ retentionOn: event.currentTarget.checked })}
      />
      {draft.retentionOn && (
        <div className={classes.fields}>
          <RetentionChoice draft={draft} onChange={onChange} />
        </div>
      )}
    </>
  );
}
