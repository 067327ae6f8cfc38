import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import {
  areRuleOptionsValid,
  canReplicateDeleteMarkers,
  type RuleOptionsDraft,
} from '#web/entities/replication/rule-options.ts';
import { TagPairFields } from '#web/entities/tag-pairs/tag-pair-fields.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { replicationSectionText } from './en.ts';
import classes from './rule-dialog.module.css';

interface RuleOptionFieldsProps {
  readonly draft: RuleOptionsDraft;
  readonly onChange: (part: Partial<RuleOptionsDraft>) => void;
}

type OptionName = 'existing' | 'metadata' | 'deleteMarkers' | 'deletes';

const OPTIONS: readonly (readonly [
  OptionName,
  'replicateExistingObjects' | 'replicateMetadata' | 'replicateDeleteMarkers' | 'replicateDeletes',
])[] = [
  ['existing', 'replicateExistingObjects'],
  ['metadata', 'replicateMetadata'],
  ['deleteMarkers', 'replicateDeleteMarkers'],
  ['deletes', 'replicateDeletes'],
];

/** Which objects a rule is about, and what of them it replicates. */
export function RuleOptionFields({ draft, onChange }: RuleOptionFieldsProps) {
  const t = useText(replicationSectionText);
  const markers = canReplicateDeleteMarkers(draft);
  return (
    <>
      <TextInput
        label={t('fields.prefix')}
        description={t('fields.prefixHint')}
        value={draft.prefix}
        maxLength={1024}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
      />
      <TagPairFields
        label={t('fields.tags')}
        description={t('fields.tagsHint')}
        pairs={draft.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <div className={classes.pair}>
        <NumberInput
          label={t('fields.priority')}
          description={t('fields.priorityHint')}
          value={draft.priority ?? ''}
          min={0}
          clampBehavior="none"
          allowNegative={false}
          error={!areRuleOptionsValid(draft) && t('fields.priorityError')}
          onChange={(value) => onChange({ priority: numberOrNone(value) })}
        />
        <TextInput
          label={t('fields.storageClass')}
          description={t('fields.storageClassHint')}
          value={draft.storageClass}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ storageClass: event.currentTarget.value })}
        />
      </div>
      <fieldset className={classes.options}>
        <legend className={classes.legend}>{t('fields.options')}</legend>
        {OPTIONS.map(([name, field]) => {
          const refused = name === 'deleteMarkers' && !markers;
          return (
            <Checkbox
              key={name}
              label={t(`fields.${name}`)}
              aria-label={t(`fields.${name}`)}
              description={t(refused ? 'fields.deleteMarkersRefused' : `fields.${name}Hint`)}
              checked={draft[field] && !refused}
              disabled={refused}
              onChange={(event) => onChange({ [field]: event.currentTarget.checked })}
            />
          );
        })}
      </fieldset>
    </>
  );
}
