import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ConfigChanges } from '#web/entities/config/config-changes.tsx';
import { labelOf } from '#web/entities/config/config-fields.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { type DialogFrame, useDialog } from '#web/ui/use-dialog.ts';
import { type HistoryEntry, historyQuery, useRestoreConfig } from '../api.ts';
import { configLabel, type SettingsText } from '../config-label.ts';
import { settingsText } from '../en.ts';
import classes from '../settings.module.css';

/** Maximum number of values shown in the row of a change. */
const VALUES_SHOWN = 6;

const timeOf = (t: SettingsText, { time }: HistoryEntry) =>
  time === undefined ? t('history.unknownTime') : formatDateTime(time);

function namesOf(t: SettingsText, { targets }: HistoryEntry): string {
  return targets
    .map(({ name, target }) => configLabel(t, name) + (target === '_' ? '' : `: ${target}`))
    .join(', ');
}

function valuesOf(t: SettingsText, { targets }: HistoryEntry): string {
  const values = targets.flatMap((target) => target.values);
  const shown = values
    .slice(0, VALUES_SHOWN)
    .map(({ key, value, secret }) => `${key}=${secret ? t('history.secret') : value}`);
  const left = values.length - shown.length;
  return [...shown, ...(left > 0 ? [t('history.more', { count: left })] : [])].join(' · ');
}

function columnsOf(t: SettingsText): readonly DataTableColumn<HistoryEntry>[] {
  return [
    {
      id: 'what',
      header: t('history.what'),
      primary: true,
      width: 'minmax(0, 3fr)',
      cell: (entry) => (
        <TextCell title={valuesOf(t, entry)} note={valuesOf(t, entry)}>
          {namesOf(t, entry)}
        </TextCell>
      ),
    },
    {
      id: 'time',
      header: t('history.time'),
      fact: true,
      width: '180px',
      narrowWidth: '110px',
      cell: (entry) => (
        <span title={entry.time && formatDateTimeZone(entry.time)}>{timeOf(t, entry)}</span>
      ),
    },
  ];
}

interface RestoreDialogProps extends DialogFrame {
  readonly entry: HistoryEntry;
}

/** Shows what a restore would change before it is applied. */
function RestoreDialog({ entry, ...frame }: RestoreDialogProps) {
  const t = useText(settingsText);
  const restore = useRestoreConfig();
  const targets = entry.targets
    .map((target) => ({ ...target, values: target.values.filter(({ differs }) => differs) }))
    .filter(({ values }) => values.length > 0);
  const send = () =>
    restore.mutate(entry.id, {
      onSuccess: () => {
        showMessage(t('history.restored'));
        frame.onClose();
      },
    });
  return (
    <FormDialog
      {...frame}
      title={t('history.restoreTitle')}
      submitLabel={t('history.restore')}
      missing={targets.length === 0 ? t('history.same') : undefined}
      busy={restore.isPending}
      size="lg"
      onSubmit={send}
    >
      <p role="status">
        {targets.length === 0
          ? t('history.same')
          : t('history.restoreText', { time: timeOf(t, entry) })}
      </p>
      {targets.map(({ name, target, values }) => (
        <div key={`${name}:${target}`}>
          <h3 className={classes.group}>
            {configLabel(t, name)}
            {target !== '_' && `: ${target}`}
          </h3>
          <ConfigChanges
            label={labelOf(name)}
            changes={values.map(({ key, value, current, secret }) => ({
              key,
              from: current,
              to: value,
              secret,
            }))}
          />
        </div>
      ))}
    </FormDialog>
  );
}

/** The history of changes, and a way to restore them. */
export function HistorySection() {
  const t = useText(settingsText);
  const query = useQuery(historyQuery);
  const restoring = useDialog<HistoryEntry>();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { data: entries } = query;
  if (entries === undefined && query.error) {
    return <QueryFailure title={t('history.failed')} query={query} />;
  }
  return (
    <>
      <SectionHeader title={t('section.history')} count={entries?.length} />
      {entries?.length === 0 ? (
        <EmptyState icon={<IconHistory size={24} stroke={1.6} />} title={t('history.none')} />
      ) : (
        <DataTable
          id="config-history"
          label={t('history.list')}
          entity={t('history.entity')}
          columns={columns}
          rows={entries ?? []}
          rowKey={({ id }) => id}
          rowName={(entry) => `${namesOf(t, entry)} ${timeOf(t, entry)}`}
          lines={2}
          loading={entries === undefined}
          rowActions={() => [
            {
              id: 'restore',
              label: t('history.restore'),
              icon: <IconHistory size={18} stroke={1.6} aria-hidden />,
              onSelect: restoring.open,
            },
          ]}
        />
      )}
      {restoring.subject && (
        <RestoreDialog key={restoring.turn} {...restoring.frame} entry={restoring.subject} />
      )}
    </>
  );
}
