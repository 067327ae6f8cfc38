import { NativeSelect, NumberInput, Radio, Switch } from '@mantine/core';
import { BucketRetention } from '@stowage/contract/buckets';
import {
  MAX_RETENTION,
  RETENTION_MODES,
  RETENTION_UNITS,
  type RetentionMode,
  type RetentionUnit,
} from '@stowage/domain/retention';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { translate, useText } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, type Fields, schemaErrors } from '#web/ui/form/draft-form.ts';
import classes from './feature-fields.module.css';
import { bucketFieldsText } from './fields-text.ts';

/** A default retention as it is entered. */
export interface RetentionValues {
  readonly mode: RetentionMode;
  readonly unit: RetentionUnit;
  /** Of its unit; text while it is no number. */
  readonly validity: number | string;
}

/** What the fields hold of a bucket without a retention. */
export const NO_RETENTION: RetentionValues = { mode: 'compliance', unit: 'days', validity: 1 };

/** The retention as the contract has it. */
export function retentionBody({ mode, unit, validity }: RetentionValues): BucketRetention {
  return { mode, unit, validity: validity === '' ? 0 : Number(validity) };
}

/** What keeps the retention from being sent. */
export function retentionErrors(values: RetentionValues): FieldErrors {
  const max = formatNumber(MAX_RETENTION[values.unit]);
  return schemaErrors(BucketRetention, retentionBody(values), {
    validity: translate(bucketFieldsText, 'validityError', { max }),
  });
}

/** How strictly new objects of a bucket are retained, and for how long. */
export function RetentionFields({ fields }: { readonly fields: Fields<RetentionValues> }) {
  const t = useText(bucketFieldsText);
  const { values, input } = fields;
  return (
    <>
      <Radio.Group label={t('retentionMode')} {...input('mode')}>
        <div className={classes.choices}>
          {RETENTION_MODES.map((mode) => (
            <Radio key={mode} value={mode} label={t(`retentionModes.${mode}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        <NumberInput
          label={t('validity')}
          min={1}
          clampBehavior="none"
          allowNegative={false}
          allowDecimal={false}
          {...input('validity')}
        />
        <NativeSelect
          label={t('validityUnit')}
          data={RETENTION_UNITS.map((value) => ({
            value,
            label: t(`unit.${value}`, { count: Number(values.validity) }),
          }))}
          {...input('unit')}
        />
      </div>
    </>
  );
}

export interface OptionalRetention extends RetentionValues {
  readonly enabled: boolean;
}

interface OptionalRetentionFieldsProps {
  readonly fields: Fields<OptionalRetention>;
  readonly disabled: boolean;
}

/** Whether new objects of a bucket are retained, how strictly and for how long. */
export function OptionalRetentionFields({ fields, disabled }: OptionalRetentionFieldsProps) {
  const t = useText(bucketFieldsText);
  return (
    <>
      <Switch
        label={t('retention')}
        aria-label={t('retention')}
        description={t('retentionHint')}
        disabled={disabled}
        {...fields.checkbox('enabled')}
      />
      {fields.values.enabled && (
        <div className={classes.fields}>
          <RetentionFields fields={fields} />
        </div>
      )}
    </>
  );
}
