import { Radio, TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { NumberField } from '#web/ui/form/number-field.tsx';
import { numberInput } from '#web/ui/form/number-input.ts';
import { lifecycleText } from './en.ts';
import { type Moment, maxDays, WHENS } from './model/rule-draft.ts';
import classes from './rule-fields.module.css';

/** Whether the day has passed for the storage server, which uses UTC. */
function isOver(date: string): boolean {
  return date !== '' && date < new Date().toISOString().slice(0, 10);
}

/** When a rule applies to current versions: after days, on a date, or never. */
export function MomentFields({ fields }: { readonly fields: Fields<Moment> }) {
  const t = useText(lifecycleText);
  const { values, input } = fields;
  return (
    <>
      <Radio.Group label={t('fields.when')} {...input('when')}>
        <div className={classes.choices}>
          {WHENS.map((when) => (
            <Radio key={when} value={when} label={t(`fields.whens.${when}`)} />
          ))}
        </div>
      </Radio.Group>
      {values.when === 'days' && (
        <NumberField
          label={t('fields.days')}
          description={t('fields.daysHint')}
          required
          min={1}
          max={maxDays}
          {...numberInput(fields, 'days')}
        />
      )}
      {values.when === 'date' && (
        <TextInput
          type="date"
          label={t('fields.date')}
          description={t(isOver(values.date) ? 'fields.dateOver' : 'fields.dateHint')}
          required
          {...input('date')}
        />
      )}
    </>
  );
}
