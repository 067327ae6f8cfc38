import type { TopLock } from '@stowage/contract/tools/top';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { topLocksQuery } from './api.ts';
import { topText } from './en.ts';
import classes from './top-page.module.css';

type Text = Translate<(typeof topText)['english']>;

function lockColumns(t: Text): readonly DataTableColumn<TopLock>[] {
  return [
    {
      id: 'resource',
      header: t('locks.column.resource'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ resource }) => <TextCell title={resource}>{resource}</TextCell>,
    },
    {
      id: 'type',
      header: t('locks.column.type'),
      fact: true,
      width: '96px',
      cell: ({ type }) => <TextCell>{type}</TextCell>,
    },
    {
      id: 'since',
      header: t('locks.column.since'),
      width: '216px',
      cell: ({ since }) => (
        <TextCell>{since === undefined ? '—' : formatDateTimeZone(since)}</TextCell>
      ),
    },
    {
      id: 'source',
      header: t('locks.column.source'),
      width: 'minmax(0, 2fr)',
      cell: ({ source }) => <TextCell title={source}>{source}</TextCell>,
    },
  ];
}

/** The locks held longest. */
export function TopLocks() {
  const t = useText(topText);
  const query = useQuery(topLocksQuery);
  const columns = useMemo(() => lockColumns(t), [t]);
  const locks = query.data?.locks;
  return (
    <section className={classes.section} aria-label={t('locks.title')}>
      <SectionHeader title={t('locks.title')} count={locks?.length} />
      {query.isLoadingError ? (
        <QueryFailure title={t('locks.failed')} query={query} />
      ) : (
        <DataTable
          id="top-locks"
          label={t('locks.title')}
          entity={t('locks.entity')}
          columns={columns}
          rows={locks ?? []}
          loading={query.isPending}
          rowKey={({ resource, source, since }) => `${resource} ${source} ${since}`}
          rowName={({ resource }) => resource}
          empty={t(locks === undefined ? 'locks.untold' : 'locks.none')}
        />
      )}
    </section>
  );
}
