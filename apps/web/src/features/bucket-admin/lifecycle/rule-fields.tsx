import { Checkbox, Radio, TextInput } from '@mantine/core';
import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { NumberField } from '#web/ui/form/number-field.tsx';
import { numberInput } from '#web/ui/form/number-input.ts';
import { lifecycleText } from './en.ts';
import { canRemoveDeleteMarkers, maxDays, RULE_TYPES, type RuleDraft } from './model/rule-draft.ts';
import { MomentFields } from './moment-fields.tsx';
import classes from './rule-fields.module.css';
import { NoTiers, StorageClassField } from './tier-picker.tsx';

interface PartProps {
  readonly fields: Fields<RuleDraft>;
}

function ExpiryFields({ fields }: PartProps) {
  const t = useText(lifecycleText);
  return (
    <>
      <MomentFields fields={fields.part('expiry')} />
      <div className={classes.pair}>
        <NumberField
          label={t('fields.oldExpiry')}
          description={t('fields.oldHint')}
          min={1}
          max={maxDays}
          {...numberInput(fields, 'oldVersionsExpiry')}
        />
        <NumberField
          label={t('fields.newer')}
          description={t('fields.newerHint')}
          min={1}
          {...numberInput(fields, 'newerVersions')}
        />
      </div>
    </>
  );
}

function TransitionFields({ fields }: PartProps) {
  const t = useText(lifecycleText);
  const { values, input } = fields;
  return (
    <>
      <NoTiers />
      <MomentFields fields={fields.part('transition')} />
      {values.transition.when !== 'never' && (
        <StorageClassField label={t('fields.tier')} required {...input('storageClass')} />
      )}
      <div className={classes.pair}>
        <NumberField
          label={t('fields.oldTransition')}
          description={t('fields.oldHint')}
          min={1}
          max={maxDays}
          {...numberInput(fields, 'oldVersionsTransition')}
        />
        <StorageClassField
          label={t('fields.oldTier')}
          required={values.oldVersionsTransition !== undefined}
          {...input('oldVersionsClass')}
        />
      </div>
    </>
  );
}

interface RuleFieldsProps extends PartProps {
  /** The rule being edited; undefined for a new one. */
  readonly rule?: LifecycleRule;
  /** The tags: fields for a new rule, read-only for an existing one. */
  readonly tags: ReactNode;
}

/** The fields of a lifecycle rule. */
export function RuleFields({ fields, rule, tags }: RuleFieldsProps) {
  const t = useText(lifecycleText);
  const { values, input, checkbox } = fields;
  const markers = canRemoveDeleteMarkers(values, rule);
  return (
    <>
      <Radio.Group
        label={t('fields.type')}
        description={t(`fields.typeHint.${values.type}`)}
        {...input('type')}
      >
        <div className={classes.choices}>
          {RULE_TYPES.map((type) => (
            <Radio key={type} value={type} label={t(`fields.types.${type}`)} />
          ))}
        </div>
      </Radio.Group>
      {values.type === 'expiry' ? (
        <ExpiryFields fields={fields} />
      ) : (
        <TransitionFields fields={fields} />
      )}
      <Checkbox
        label={t('fields.markers')}
        aria-label={t('fields.markers')}
        description={t(markers ? 'fields.markersHint' : 'fields.markersRefused')}
        {...checkbox('deleteMarker')}
        checked={values.deleteMarker && markers}
        disabled={!markers}
      />
      <TextInput
        label={t('fields.prefix')}
        description={t('fields.prefixHint')}
        maxLength={1024}
        autoComplete="off"
        spellCheck={false}
        {...input('prefix')}
      />
      {tags}
    </>
  );
}
