import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CORS_METHODS } from '@stowage/domain/cors';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { corsText } from './en.ts';
import { ruleDoubts } from './model/rule-doubts.ts';
import type { RuleDraft } from './model/rule-draft.ts';
import classes from './rule-fields.module.css';

/**
 * Changes that make the dialog grow wait until the click that left a field is over; otherwise it
 * would miss its target.
 */
const settleMilliseconds = 300;

interface RuleFieldsProps {
  readonly fields: Fields<RuleDraft>;
  /** Number of positions available to the rule. */
  readonly places: number;
}

/** The fields of a CORS rule, and its probable mistakes. */
export function RuleFields({ fields, places }: RuleFieldsProps) {
  const t = useText(corsText);
  const origins: FieldSpec<RuleDraft> = {
    ...{ kind: 'rows', name: 'origins', required: true },
    ...{ label: t('fields.origins'), description: t('fields.originsHint') },
    placeholder: 'https://',
  };
  const position: FieldSpec<RuleDraft> = {
    ...{ kind: 'number', name: 'position', min: 1, max: places },
    ...{ label: t('fields.position'), description: t('fields.positionHint') },
  };
  const others: readonly FieldSpec<RuleDraft>[] = [
    {
      ...{ kind: 'list', name: 'headers' },
      ...{ label: t('fields.headers'), description: t('fields.headersHint') },
    },
    {
      ...{ kind: 'list', name: 'exposed' },
      ...{ label: t('fields.exposed'), description: t('fields.exposedHint') },
    },
    {
      ...{ kind: 'number', name: 'max_age', min: 0 },
      ...{ label: t('fields.maxAge'), description: t('fields.maxAgeHint') },
    },
    ...(places > 1 ? [position] : []),
    {
      ...{ kind: 'text', name: 'id' },
      ...{ label: t('fields.id'), description: t('fields.idHint') },
    },
  ];
  const [{ origins: entered, methods }] = useDebouncedValue(fields.values, settleMilliseconds);
  const doubts = ruleDoubts(t, { origins: entered.map((origin) => origin.trim()), methods });
  return (
    <>
      <FieldList specs={[origins]} fields={fields} />
      <Checkbox.Group label={t('fields.methods')} required {...fields.input('methods')}>
        <div className={classes.methods}>
          {CORS_METHODS.map((method) => (
            <Checkbox key={method} value={method} label={method} />
          ))}
        </div>
      </Checkbox.Group>
      {doubts.length > 0 && (
        <div role="status" className={classes.doubts}>
          {doubts.map((doubt) => (
            <WarningNote key={doubt}>{doubt}</WarningNote>
          ))}
        </div>
      )}
      <FieldList specs={others} fields={fields} />
    </>
  );
}
