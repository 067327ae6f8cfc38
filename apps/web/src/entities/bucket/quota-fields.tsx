import { NativeSelect, NumberInput, Radio, Switch } from '@mantine/core';
import { type BucketDraft, isQuotaSize, QUOTA_TYPES } from '@stowage/domain/retention';
import { BINARY_UNITS } from '@stowage/domain/units';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import classes from './feature-fields.module.css';
import { bucketFieldsText } from './fields-text.ts';

export type QuotaDraft = Pick<BucketDraft, 'quotaOn' | 'quotaType' | 'quotaSize' | 'quotaUnit'>;

interface QuotaFieldsProps {
  readonly draft: QuotaDraft;
  readonly onChange: (change: Partial<QuotaDraft>) => void;
  readonly disabled: boolean;
}

/** A quota is chosen from KiB up; one that somebody else set may be in bytes. */
const units = BINARY_UNITS.filter((unit) => unit !== 'B');

/** Whether a bucket has a quota, and which. */
export function QuotaFields({ draft, onChange, disabled }: QuotaFieldsProps) {
  const t = useText(bucketFieldsText);
  const fault = !isQuotaSize(draft.quotaSize, draft.quotaUnit);
  return (
    <>
      <Switch
        label={t('quota')}
        aria-label={t('quota')}
        description={t('quotaHint')}
        checked={draft.quotaOn}
        disabled={disabled}
        onChange={(event) => onChange({ quotaOn: event.currentTarget.checked })}
      />
      {draft.quotaOn && (
        <div className={classes.fields}>
          <Radio.Group
            label={t('quotaType')}
            value={draft.quotaType}
            onChange={(value) =>
              onChange({ quotaType: QUOTA_TYPES.find((type) => type === value) ?? 'hard' })
            }
          >
            <div className={classes.choices}>
              {QUOTA_TYPES.map((type) => (
                <Radio key={type} value={type} label={t(`quotaTypes.${type}`)} />
              ))}
            </div>
          </Radio.Group>
          <div className={classes.pair}>
            <NumberInput
              label={t('quotaSize')}
              value={draft.quotaSize ?? ''}
              min={1}
              clampBehavior="none"
              allowNegative={false}
              allowDecimal={false}
              error={fault && t('quotaFault')}
              onChange={(value) => onChange({ quotaSize: numberOrNone(value) })}
            />
            <NativeSelect
              label={t('quotaUnit')}
              value={draft.quotaUnit}
              data={draft.quotaUnit === 'B' ? BINARY_UNITS : units}
              onChange={(event) =>
                onChange({
                  quotaUnit:
                    BINARY_UNITS.find((unit) => unit === event.currentTarget.value) ?? 'TiB',
                })
              }
            />
          </div>
        </div>
      )}
    </>
  );
}
