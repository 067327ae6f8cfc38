import { BucketQuota } from '@stowage/contract/schemas/buckets';
import { QUOTA_TYPES, type QuotaType } from '@stowage/domain/retention';
import { BINARY_UNITS, type BinaryUnit, sizeToBytes } from '@stowage/domain/units';
import { translate, useText } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, type Fields, schemaErrors } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { bucketFieldsText } from './fields-text.ts';

/** A quota as it is entered. */
export interface QuotaValues {
  readonly enabled: boolean;
  readonly quota_type: QuotaType;
  /** Of its unit; text while it is no number. */
  readonly amount: number | string;
  readonly unit: BinaryUnit;
}

/** What the fields hold of a bucket without a quota. */
export const NO_QUOTA: QuotaValues = {
  enabled: false,
  quota_type: 'hard',
  amount: 1,
  unit: 'TiB',
};

/** The quota as the contract has it, in bytes; without an amount where what was typed is none. */
export function quotaBody({ enabled, quota_type, amount, unit }: QuotaValues): BucketQuota {
  if (!enabled) return { enabled };
  const value = numberOrNone(amount) ?? 0;
  const bytes = Number.isInteger(value) && sizeToBytes({ value, unit });
  return { enabled, quota_type, ...(bytes && { amount: Number(bytes) }) };
}

/** What keeps the quota from being sent. */
export function quotaErrors(values: QuotaValues): FieldErrors {
  return schemaErrors(BucketQuota, quotaBody(values), {
    amount: translate(bucketFieldsText, 'quotaError'),
  });
}

/** A quota is chosen from KiB up; one that somebody else set may be in bytes. */
const units = BINARY_UNITS.filter((unit) => unit !== 'B');

interface QuotaFieldsProps {
  readonly fields: Fields<QuotaValues>;
  readonly disabled?: boolean;
}

/** Whether a bucket has a quota, and which. */
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
