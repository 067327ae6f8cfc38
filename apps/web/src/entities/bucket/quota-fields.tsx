import { BucketQuota } from '@stowage/contract/schemas/buckets';
import { QUOTA_TYPES, type QuotaType } from '@stowage/domain/retention';
import { BINARY_UNITS, type BinaryUnit, sizeToBytes } from '@stowage/domain/units';
import { translate, useText } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, type Fields, schemaErrors } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { bucketFieldsText } from './fields-text.ts';

/** A quota as entered. */
export interface QuotaValues {
  readonly enabled: boolean;
  readonly quota_type: QuotaType;
  /** In the chosen unit; text while it is not a number. */
  readonly amount: number | string;
  readonly unit: BinaryUnit;
}

/** The field values for a bucket without a quota. */
export const NO_QUOTA: QuotaValues = {
  enabled: false,
  quota_type: 'hard',
  amount: 1,
  unit: 'TiB',
};

/**
 * Returns the quota as the contract defines it, in bytes; without an amount if the input is not a
 * number.
 */
export function quotaBody({ enabled, quota_type, amount, unit }: QuotaValues): BucketQuota {
  if (!enabled) return { enabled };
  const value = numberOrNone(amount) ?? 0;
  const bytes = Number.isInteger(value) && sizeToBytes({ value, unit });
  return { enabled, quota_type, ...(bytes && { amount: Number(bytes) }) };
}

/** Errors that prevent the quota from being sent. */
export function quotaErrors(values: QuotaValues): FieldErrors {
  return schemaErrors(BucketQuota, quotaBody(values), {
    amount: translate(bucketFieldsText, 'quotaError'),
  });
}

/** Units start at KiB; a quota set elsewhere may be in bytes. */
const units = BINARY_UNITS.filter((unit) => unit !== 'B');

interface QuotaFieldsProps {
  readonly fields: Fields<QuotaValues>;
  readonly disabled?: boolean;
}

/** Whether a bucket has a quota, and its size. */
export function QuotaFields({ fields, disabled = false }: QuotaFieldsProps) {
  const t = useText(bucketFieldsText);
  const when = ({ enabled }: QuotaValues) => enabled;
  const options = fields.values.unit === 'B' ? BINARY_UNITS : units;
  const specs: readonly FieldSpec<QuotaValues>[] = [
    {
      kind: 'switch',
      name: 'enabled',
      label: t('quota'),
      description: t('quotaHint'),
      disabled,
    },
    {
      kind: 'choice',
      as: 'radio',
      name: 'quota_type',
      label: t('quotaType'),
      options: QUOTA_TYPES.map((value) => ({ value, label: t(`quotaTypes.${value}`) })),
      when,
    },
    {
      kind: 'amount',
      name: 'amount',
      label: t('quotaSize'),
      min: 1,
      unit: { name: 'unit', label: t('quotaUnit'), options },
      when,
    },
  ];
  return <FieldList specs={specs} fields={fields} />;
}
