import { Checkbox, NumberInput, Radio, TextInput } from '@mantine/core';
import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { lifecycleText } from './en.ts';
import {
  canRemoveDeleteMarkers,
  isCountOrNone,
  RULE_TYPES,
  type RuleDraft,
} from './model/rule-draft.ts';
import { DaysField, MomentFields } from './moment-fields.tsx';
import classes from './rule-fields.module.css';
import { NoTiers, TierPicker } from './tier-picker.tsx';

interface RuleFieldsProps {
  readonly draft: RuleDraft;
  /** The rule that is being changed; undefined for a new one. */
  readonly rule?: LifecycleRule;
  readonly onChange: (part: Partial<RuleDraft>) => void;
  /** Where the tags stand: fields of a new rule, a fact of one that is there. */
  readonly tags: ReactNode;
}

function ExpiryFields({ draft, onChange }: RuleFieldsProps) {
  const t = useText(lifecycleText);
  return (
    <>
      <MomentFields moment={draft.expiry} onChange={(expiry) => onChange({ expiry })} />
      <div className={classes.pair}>
        <DaysField
          label={t('fields.oldExpiry')}
          description={t('fields.oldHint')}
          optional
          days={draft.oldVersionsExpiry}
          onChange={(oldVersionsExpiry) => onChange({ oldVersionsExpiry })}
        />
        <NumberInput
          label={t('fields.newer')}
          description={t('fields.newerHint')}
          value={draft.newerVersions ?? ''}
          min={1}
          clampBehavior="none"
          allowNegative={false}
          error={!isCountOrNone(draft.newerVersions) && t('fields.newerError')}
          onChange={(value) => onChange({ newerVersions: numberOrNone(value) })}
        />
      </div>
    </>
  );
}

function TransitionFields({ draft, onChange }: RuleFieldsProps) {
  const t = useText(lifecycleText);
  return (
    <>
      <NoTiers />
      <MomentFields moment={draft.transition} onChange={(transition) => onChange({ transition })} />
      {draft.transition.when !== 'never' && (
        <TierPicker
          label={t('fields.tier')}
          required
          value={draft.storageClass}
          onChange={(storageClass) => onChange({ storageClass })}
        />
      )}
      <div className={classes.pair}>
        <DaysField
          label={t('fields.oldTransition')}
          description={t('fields.oldHint')}
          optional
          days={draft.oldVersionsTransition}
          onChange={(oldVersionsTransition) => onChange({ oldVersionsTransition })}
        />
        <TierPicker
          label={t('fields.oldTier')}
          required={draft.oldVersionsTransition !== undefined}
          value={draft.oldVersionsClass}
          onChange={(oldVersionsClass) => onChange({ oldVersionsClass })}
        />
      </div>
    </>
  );
}

/** Everything that a lifecycle rule says. */
export function RuleFields(props: RuleFieldsProps) {
  const { draft, rule, onChange, tags } = props;
  const t = useText(lifecycleText);
  const markers = canRemoveDeleteMarkers(draft, rule);
  return (
    <>
      <Radio.Group
        label={t('fields.type')}
        description={t(`fields.typeHint.${draft.type}`)}
        value={draft.type}
        onChange={(value) =>
          onChange({ type: RULE_TYPES.find((type) => type === value) ?? 'expiry' })
        }
      >
        <div className={classes.choices}>
          {RULE_TYPES.map((type) => (
            <Radio key={type} value={type} label={t(`fields.types.${type}`)} />
          ))}
        </div>
      </Radio.Group>
      {draft.type === 'expiry' ? <ExpiryFields {...props} /> : <TransitionFields {...props} />}
      <Checkbox
        label={t('fields.markers')}
        aria-label={t('fields.markers')}
        description={t(markers ? 'fields.markersHint' : 'fields.markersRefused')}
        checked={draft.deleteMarker && markers}
        disabled={!markers}
        onChange={(event) => onChange({ deleteMarker: event.currentTarget.checked })}
      />
      <TextInput
        label={t('fields.prefix')}
        description={t('fields.prefixHint')}
        value={draft.prefix}
        maxLength={1024}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
      />
      {tags}
    </>
  );
}
