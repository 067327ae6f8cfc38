import type { TargetField } from '@stowage/domain/notification-targets/target-field';
import type { TargetKind } from '@stowage/domain/notification-targets/target-kinds';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { ChoiceOption, FieldSpec } from '#web/ui/form/field-spec.ts';
import { fieldsText } from '../fields-text.ts';
import { isConnectionKey } from '../model/connection.ts';
import type { TargetValues } from '../model/target-form.ts';

type FieldsText = (typeof fieldsText)['english'];
type Spec = FieldSpec<TargetValues['settings']>;

const { label: labels, hint: hints, hintOf: hintsOf, choice: choices } = fieldsText.english;
const has = <T extends object>(words: T, key: string): key is keyof T & string =>
  Object.hasOwn(words, key);

/**
 * Returns the fields of a target kind, in form order; a database's connection string has its own.
 */
export function settingSpecs(
  { service, fields }: TargetKind,
  t: Translate<FieldsText>,
  lockedBy: ReadonlyMap<string, string>,
): readonly (Spec & { readonly extra: boolean })[] {
  return fields
    .filter(({ key }) => !isConnectionKey(key))
    .map((field) => {
      const { key, extra = false } = field;
      const description = hintOf(service, key, t);
      return {
        ...inputOf(field, t),
        name: key,
        // A setting with a default is never empty.
        required: field.required === true && field.default === undefined,
        label: has(labels, key) ? t(`label.${key}`) : key,
        extra,
        ...(description !== undefined && { description }),
        lockedBy: lockedBy.get(key),
      };
    });
}

function hintOf(service: string, key: string, t: Translate<FieldsText>): string | undefined {
  const special = `${service}_${key}`;
  if (has(hintsOf, special)) return t(`hintOf.${special}`);
  return has(hints, key) ? t(`hint.${key}`) : undefined;
}

/** Returns the input of a setting; only the properties used by field lists. */
function inputOf(field: TargetField, t: Translate<FieldsText>) {
  switch (field.type) {
    case 'switch':
    case 'secret':
    case 'list':
    case 'number':
      return { kind: field.type };
    case 'choice':
      return { kind: field.type, as: 'select' as const, options: optionsOf(field, t) };
    default:
      return { kind: 'text' as const };
  }
}

function optionsOf(
  { key, choices: values = [], default: byDefault }: TargetField,
  t: Translate<FieldsText>,
) {
  const options = values.map((value): ChoiceOption => {
    const word = `${key}_${value}`;
    return { value, label: has(choices, word) ? t(`choice.${word}`) : value };
  });
  return byDefault === undefined ? [{ value: '', label: t('choice.unset') }, ...options] : options;
}
