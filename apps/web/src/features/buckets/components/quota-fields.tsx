import { NativeSelect, NumberInput, Radio, Switch } from '@mantine/core';
import { type BucketDraft, isQuotaSize, QUOTA_TYPES } from '@stowage/domain/retention';
import { BINARY_UNITS } from '@stowage/domain/units';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { bucketsText } from '../en.ts';
import classes from './feature-fields.module.css';

export interface FeatureFieldsProps {
  readonly draft: BucketDraft;
  readonly onChange: (change: Partial<BucketDraft>) => void;
  readonly disabled: boolean;
}

/** A quota is chosen from KiB up. */
const units = BINARY_UNITS.filter((unit) => unit !== 'B');

/** Whether a bucket has a quota, and which. */
export function QuotaFields({ draft, onChange, disabled }: FeatureFieldsProps) {
  const t = useText(bucketsText);
  const fault = !isQuotaSize(draft.quotaSize, draft.quotaUnit);
  return (
    <>
      <Switch
        label={t('create.quota')}
        aria-label={t('create.quota')}
        description={t('create.quotaHint')}
        checked={draft.quotaOn}
        disabled={disabled}
        onChange={(event) => onChange({ quotaOn: event.currentTarget.checked })}
      />
      {draft.quotaOn && (
        <div className={classes.fields}>
          <Radio.Group
            label={t('create.quotaType')}
            value={draft.quotaType}
            onChange={(value) =>
              onChange({ quotaType: QUOTA_TYPES.find((type) => type === value) ?? 'hard' })
            }
          >
            <div className={classes.choices}>
              {QUOTA_TYPES.map((type) => (
                <Radio key={type} value={type} label={t(`create.quotaTypes.${type}`)} />
              ))}
            </div>
          </Radio.Group>
          <div className={classes.pair}>
            <NumberInput
              label={t('create.quotaSize')}
              value={draft.quotaSize ?? ''}
              min={1}
              clampBehavior="none"
              allowNegative={false}
              decimalScale={3}
              error={fault && t('create.quotaFault')}
              onChange={(value) => onChange({ quotaSize: numberOrNone(value) })}
            />
            <NativeSelect
              label={t('create.quotaUnit')}
              value={draft.quotaUnit}
              data={units}
              onChange={(event) =>
                onChange({
                  quotaUnit: units.find((unit) => unit === event.currentTarget.value) ?? 'TiB',
                })
              }
            />
          </div>
        </div>
      )}
    </>
  );
}
