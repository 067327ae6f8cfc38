import { NumberInput, Radio, TextInput } from '@mantine/core';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import { lifecycleText } from './en.ts';
import { areDays, type Moment, maxDays, WHENS } from './model/rule-draft.ts';
import classes from './rule-fields.module.css';

interface DaysFieldProps {
  readonly label: string;
  readonly description: string;
  readonly days: number | undefined;
  /** Whether it may stay empty. */
  readonly optional?: boolean;
  readonly onChange: (days: number | undefined) => void;
}

/** A number of days. */
export function DaysField({
  label,
  description,
  days,
  optional = false,
  onChange,
}: DaysFieldProps) {
  const t = useText(lifecycleText);
  const error = days !== undefined && !areDays(days);
  return (
    <NumberInput
      label={label}
      description={description}
      required={!optional}
      value={days ?? ''}
      min={1}
      max={maxDays}
      clampBehavior="none"
      allowNegative={false}
      error={error && t('fields.daysError', { max: formatNumber(maxDays) })}
      onChange={(value) => onChange(numberOrNone(value))}
    />
  );
}

/** Whether the day has passed for the storage server, which counts in UTC. */
function isOver(date: string): boolean {
  return date !== '' && date < new Date().toISOString().slice(0, 10);
}

interface MomentFieldsProps {
  readonly moment: Moment;
  readonly onChange: (moment: Moment) => void;
}

/** What decides about current versions: days, a date, or nothing. */
export function MomentFields({ moment, onChange }: MomentFieldsProps) {
  const t = useText(lifecycleText);
  return (
    <>
      <Radio.Group
        label={t('fields.when')}
        value={moment.when}
        onChange={(value) =>
          onChange({ ...moment, when: WHENS.find((when) => when === value) ?? 'days' })
        }
      >
        <div className={classes.choices}>
          {WHENS.map((when) => (
            <Radio key={when} value={when} label={t(`fields.whens.${when}`)} />
          ))}
        </div>
      </Radio.Group>
      {moment.when === 'days' && (
        <DaysField
          label={t('fields.days')}
          description={t('fields.daysHint')}
          days={moment.days}
          onChange={(days) => onChange({ ...moment, days })}
        />
      )}
      {moment.when === 'date' && (
        <TextInput
          type="date"
          label={t('fields.date')}
          description={t(isOver(moment.date) ? 'fields.dateOver' : 'fields.dateHint')}
          required
          value={moment.date}
          onChange={(event) => onChange({ ...moment, date: event.currentTarget.value })}
        />
      )}
    </>
  );
}
