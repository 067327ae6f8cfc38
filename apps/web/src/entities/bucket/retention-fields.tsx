import { BucketRetention } from '@stowage/contract/schemas/buckets';
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
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { bucketFieldsText } from './fields-text.ts';

/** A default retention as entered. */
export interface RetentionValues {
  readonly mode: RetentionMode;
  readonly unit: RetentionUnit;
  /** In the chosen unit; text while it is not a number. */
  readonly validity: number | string;
}

/** The field values for a bucket without a retention. */
export const NO_RETENTION: RetentionValues = { mode: 'compliance', unit: 'days', validity: 1 };

/** Returns the retention as the contract defines it. */
export function retentionBody({ mode, unit, validity }: RetentionValues): BucketRetention {
  return { mode, unit, validity: numberOrNone(validity) ?? 0 };
}

/** Errors that prevent the retention from being sent. */
export function retentionErrors(values: RetentionValues): FieldErrors {
  const max = formatNumber(MAX_RETENTION[values.unit]);
  return schemaErrors(BucketRetention, retentionBody(values), {
    validity: translate(bucketFieldsText, 'validityError', { max }),
  });
}

/**
 * Returns the field specs for how strictly new objects of a bucket are retained, and for how long.
 */
function useRetentionSpecs<Values extends RetentionValues>(
  validity: number | string,
  when?: (values: Values) => boolean,
): readonly FieldSpec<Values>[] {
  const t = useText(bucketFieldsText);
  const count = Number(validity);
  const dependent = when && { when };
  return [
    {
      kind: 'choice',
      as: 'radio',
      name: 'mode',
      label: t('retentionMode'),
      options: RETENTION_MODES.map((value) => ({ value, label: t(`retentionModes.${value}`) })),
      ...dependent,
    },
    {
      kind: 'amount',
      name: 'validity',
      label: t('validity'),
      min: 1,
      unit: {
        name: 'unit',
        label: t('validityUnit'),
        options: RETENTION_UNITS.map((value) => ({ value, label: t(`unit.${value}`, { count }) })),
      },
      ...dependent,
    },
  ];
}

/** The retention of a bucket that supports it. */
export function RetentionFields({ fields }: { readonly fields: Fields<RetentionValues> }) {
  const specs = useRetentionSpecs<RetentionValues>(fields.values.validity);
  return <FieldList specs={specs} fields={fields} />;
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
  const enabled: FieldSpec<OptionalRetention> = {
    kind: 'switch',
    name: 'enabled',
    label: t('retention'),
    description: t('retentionHint'),
    disabled,
  };
  const specs = useRetentionSpecs<OptionalRetention>(
    fields.values.validity,
    (values) => values.enabled,
  );
  return <FieldList specs={[enabled, ...specs]} fields={fields} />;
}
