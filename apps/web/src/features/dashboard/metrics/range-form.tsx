import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { zoneName } from '#web/lib/format/dates.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/format/local-time.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { dashboardText } from '../en.ts';
import { type DashboardSearch, PRESET_NAMES, type Preset } from './metric-range.ts';
import classes from './metrics.module.css';

interface RangeFormProps {
  readonly search: DashboardSearch;
  readonly onChange: (change: Partial<DashboardSearch>) => void;
}

const CHOSEN = 'chosen';

/** Selects the time range of the charts: one ending at the current time, or a start and an end. */
export function RangeForm({ search, onChange }: RangeFormProps) {
  const t = useText(dashboardText);
  const chosen = search.start !== undefined && search.end !== undefined;
  const textOf = (seconds: number | undefined) =>
    seconds === undefined ? '' : toLocalTime(new Date(seconds * 1000).toISOString());
  const [draft, setDraft] = useState({ start: textOf(search.start), end: textOf(search.end) });
  const secondsOf = (text: string) => {
    const time = Date.parse(String(fromLocalTime(text)));
    return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
  };
  const start = secondsOf(draft.start);
  const end = secondsOf(draft.end);
  const wrong = start !== undefined && end !== undefined && start >= end;
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        if (start !== undefined && end !== undefined && !wrong) onChange({ start, end });
      }}
    >
      <NativeSelect
        label={t('range.label')}
        value={chosen ? CHOSEN : search.range}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value === CHOSEN) return;
          setDraft({ start: '', end: '' });
          onChange({ range: value as Preset, start: undefined, end: undefined });
        }}
        data={[
          ...PRESET_NAMES.map((name) => ({ value: name, label: t(`range.${name}`) })),
          ...(chosen ? [{ value: CHOSEN, label: t('range.chosen') }] : []),
        ]}
      />
      {(['start', 'end'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          label={t(`range.${name}`)}
          title={t('range.zone', { zone: zoneName() })}
          value={draft[name]}
          error={name === 'end' && wrong && t('range.wrong')}
          onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" variant="default" disabled={start === undefined || end === undefined}>
        {t('range.apply')}
      </Button>
    </form>
  );
}
