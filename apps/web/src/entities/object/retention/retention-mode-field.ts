import type { RetentionMode } from '@stowage/domain/retention';
import { useText } from '#web/lib/i18n/messages.ts';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { objectText } from '../en.ts';

/** A form that selects a retention mode; '' is not chosen yet. */
interface ModeValues {
  readonly mode: RetentionMode | '';
}

/** Returns the field that selects the retention mode. */
export function useRetentionModeField(): FieldSpec<ModeValues> {
  const t = useText(objectText);
  return {
    kind: 'choice',
    as: 'radio',
    name: 'mode',
    label: t('retention.mode'),
    options: (['governance', 'compliance'] as const).map((mode) => ({
      value: mode,
      label: t(`retention.modes.${mode}`),
      description: t(`retention.modeHints.${mode}`),
    })),
  };
}
