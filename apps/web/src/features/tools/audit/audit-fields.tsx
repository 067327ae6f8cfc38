import { Button, Collapse, Switch, TextInput, UnstyledButton } from '@mantine/core';
import type { AuditFilterName } from '@stowage/contract/tools/audit';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { zoneName } from '#web/lib/format/dates.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/format/local-time.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './audit-page.module.css';
import { auditText } from './en.ts';
import type { AuditCriteria } from './model/audit-criteria.ts';

/** In form order. */
const FILTERS: readonly AuditFilterName[] = [
  ...(['bucket', 'api_name', 'user_agent', 'object', 'request_id'] as const),
  ...(['response_status', 'account'] as const),
];

interface AuditFieldsProps {
  /** The current search; typed values only apply once it is submitted. */
  readonly criteria: AuditCriteria;
  readonly busy: boolean;
  readonly onSearch: (criteria: AuditCriteria) => void;
}

/** The search criteria. */
export function AuditFields({ criteria, busy, onSearch }: AuditFieldsProps) {
  const t = useText(auditText);
  const [draft, setDraft] = useState(criteria);
  const [seen, setSeen] = useState(criteria);
  if (seen !== criteria) {
    setSeen(criteria);
    setDraft(criteria);
  }
  const isWrong = draft.start !== '' && draft.start >= (draft.end || new Date().toISOString());
  const change = (part: Partial<AuditCriteria>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) onSearch(draft);
      }}
    >
      <div className={classes.range}>
        {(['start', 'end'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            step={1}
            label={t(end === 'start' ? 'from' : 'to')}
            title={t('zone', { zone: zoneName() })}
            value={toLocalTime(draft[end])}
            error={end === 'start' && isWrong && t('rangeError')}
            onChange={(event) => change({ [end]: fromLocalTime(event.currentTarget.value) })}
          />
        ))}
        <Button type="submit" loading={busy}>
          {t('search')}
        </Button>
      </div>
      <Switch
        label={t('withoutConsole')}
        aria-label={t('withoutConsole')}
        description={t('withoutConsoleHint')}
        checked={draft.callers === 'others'}
        onChange={({ currentTarget: { checked } }) => {
          const callers = checked ? 'others' : 'all';
          if (isWrong) change({ callers });
          else onSearch({ ...draft, callers });
        }}
      />
      <AdvancedFilters draft={draft} onChange={change} />
    </form>
  );
}

interface AdvancedFiltersProps {
  readonly draft: AuditCriteria;
  readonly onChange: (part: Partial<AuditCriteria>) => void;
}

function AdvancedFilters({ draft, onChange }: AdvancedFiltersProps) {
  const t = useText(auditText);
  const id = useId();
  const [opened, setOpened] = useState(FILTERS.some((name) => draft[name] !== ''));
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <Icon size={16} aria-hidden />
        {t('advanced')}
      </UnstyledButton>
      <Collapse id={id} expanded={opened} transitionDuration={120}>
        <div className={classes.filters}>
          {FILTERS.map((name) => (
            <TextInput
              key={name}
              label={t(`filter.${name}`)}
              value={draft[name]}
              maxLength={1024}
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        <p className={classes.quiet}>{t('hint')}</p>
      </Collapse>
    </div>
  );
}
