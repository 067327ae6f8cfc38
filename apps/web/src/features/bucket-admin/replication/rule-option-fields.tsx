import { Checkbox, TextInput } from '@mantine/core';
import {
  canReplicateDeleteMarkers,
  type RuleOptionsDraft,
} from '#web/entities/replication/rule-options.ts';
import { TagPairFields } from '#web/entities/tag-pairs/tag-pair-fields.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { NumberField } from '#web/ui/form/number-field.tsx';
import { numberInput } from '#web/ui/form/number-input.ts';
import { replicationSectionText } from './en.ts';
import classes from './rule-dialog.module.css';

interface RuleOptionFieldsProps {
  readonly fields: Fields<RuleOptionsDraft>;
}

const OPTIONS = [
  ['existing', 'replicateExistingObjects'],
  ['metadata', 'replicateMetadata'],
  ['deleteMarkers', 'replicateDeleteMarkers'],
  ['deletes', 'replicateDeletes'],
] as const;
const plain = { autoComplete: 'off', spellCheck: false } as const;

/** The objects a rule applies to, and what it replicates of them. */
export function RuleOptionFields({ fields }: RuleOptionFieldsProps) {
  const t = useText(replicationSectionText);
  const { values, input, checkbox, set } = fields;
  const markers = canReplicateDeleteMarkers(values);
  return (
    <>
      <TextInput
        label={t('fields.prefix')}
        description={t('fields.prefixHint')}
        maxLength={1024}
        {...plain}
        {...input('prefix')}
      />
      <TagPairFields
        label={t('fields.tags')}
        description={t('fields.tagsHint')}
        pairs={values.tags}
        onChange={(tags) => set({ tags })}
      />
      <div className={classes.pair}>
        <NumberField
          label={t('fields.priority')}
          description={t('fields.priorityHint')}
          min={0}
          {...numberInput(fields, 'priority')}
        />
        <TextInput
          label={t('fields.storageClass')}
          description={t('fields.storageClassHint')}
          maxLength={64}
          {...plain}
          {...input('storageClass')}
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
              {...checkbox(field)}
              checked={values[field] && !refused}
              disabled={refused}
            />
          );
        })}
      </fieldset>
    </>
  );
}
