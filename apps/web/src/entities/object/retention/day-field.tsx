import { Input, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { translations, useText } from '#web/lib/i18n/messages.ts';
import { objectText } from '../en.ts';
import { type CalendarDay, offeredYears } from './calendar-day.ts';
import classes from './day-field.module.css';

interface DayFieldProps {
  readonly error?: ReactNode;
  readonly 'data-path'?: string;
  readonly value: CalendarDay;
  readonly onChange: (day: CalendarDay) => void;
}

const days = Array.from({ length: 31 }, (_, index) => String(index + 1));

function months(): readonly { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(translations().language, {
    month: 'long',
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: format.format(Date.UTC(2026, index, 1)),
  }));
}

/** The last day of a retention, chosen in three selects. */
export function DayField(props: DayFieldProps) {
  const { error, value, onChange } = props;
  const t = useText(objectText);
  const label = t('retention.date');
  const none = { value: '', label: '—' };
  const years = offeredYears(new Date(), value.year);
  const parts = [
    { part: 'day', options: days.map((day) => ({ value: day, label: day })) },
    { part: 'month', options: months() },
    { part: 'year', options: years.map((year) => ({ value: year, label: year })) },
  ] as const;
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      label={label}
      labelElement="div"
      description={t('retention.dateHint')}
      error={error}
      data-path={props['data-path']}
    >
      <div className={classes.parts}>
        {parts.map(({ part, options }) => (
          <NativeSelect
            key={part}
            aria-label={t(`retention.${part}`)}
            data={[none, ...options]}
            value={value[part]}
            error={error !== undefined}
            onChange={(event) => onChange({ ...value, [part]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
