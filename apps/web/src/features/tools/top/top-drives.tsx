import type { TopDrive } from '@stowage/contract/tools/top';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatMilliseconds } from '#web/lib/format/milliseconds.ts';
import { formatCount, formatPercent } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import type { SearchField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, DataTableSort } from '#web/ui/data-table-column.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { topDrivesQuery } from './api.ts';
import { topText } from './en.ts';
import classes from './top-page.module.css';

type Text = Translate<(typeof topText)['english']>;

const none: readonly TopDrive[] = [];
const sortable = ['path', 'used', 'latency', 'calls', 'waiting', 'errors'] as const;
const usual: DataTableSort = { column: 'latency', descending: true };

const sortField: SearchField<DataTableSort> = {
  parse: (text) => {
    const column = sortable.find((name) => name === text.replace(/^-/, ''));
    return column === undefined ? usual : { column, descending: text.startsWith('-') };
  },
  format: ({ column, descending }) =>
    column === usual.column && descending ? '' : `${descending ? '-' : ''}${column}`,
};
const searchFields = { sort: sortField };

const nameOf = ({ endpoint, path }: TopDrive) => endpoint || path;
const usedShare = ({ usedSpace, totalSpace }: TopDrive) =>
  totalSpace > 0 ? usedSpace / totalSpace : undefined;

/** Returns a note that a drive is offline, otherwise its slowest kind of call. */
function noteOf(t: Text, { state, lastMinute }: TopDrive): string | undefined {
  if (state !== 'ok') return t('drives.offline');
  if (lastMinute === undefined) return undefined;
  const { name, latency } = lastMinute.slowest;
  return t('drives.slowest', { name, latency: formatMilliseconds(latency) });
}

function numberColumn(
  t: Text,
  id: Exclude<(typeof sortable)[number], 'path'>,
  value: (drive: TopDrive) => number | undefined,
  format: (value: number) => string,
): DataTableColumn<TopDrive> {
  return {
    ...{ id, header: t(`drives.column.${id}`), align: 'end', width: '104px', sortable: true },
    ...{ narrowWidth: '88px', fact: id === 'latency', sortValue: value },
    spare: id === 'calls' || id === 'waiting',
    cell: (drive) => {
      const known = value(drive);
      return <TextCell>{known === undefined ? '—' : format(known)}</TextCell>;
    },
  };
}

function driveColumns(t: Text): readonly DataTableColumn<TopDrive>[] {
  return [
    {
      id: 'path',
      header: t('drives.column.path'),
      primary: true,
      sortable: true,
      sortValue: nameOf,
      width: 'minmax(0, 3fr)',
      cell: (drive) => (
        <TextCell cut="start" title={nameOf(drive)} note={noteOf(t, drive)}>
          {nameOf(drive)}
        </TextCell>
      ),
    },
    numberColumn(t, 'latency', ({ lastMinute }) => lastMinute?.latency, formatMilliseconds),
    numberColumn(t, 'calls', ({ lastMinute }) => lastMinute?.calls, formatCount),
    numberColumn(t, 'waiting', ({ waiting }) => waiting, formatCount),
    numberColumn(t, 'errors', ({ errors }) => errors, formatCount),
    numberColumn(t, 'used', usedShare, formatPercent),
  ];
}

/** The drives, slowest first. */
export function TopDrives() {
  const t = useText(topText);
  const query = useQuery(topDrivesQuery);
  const [{ sort }, changeSearch] = useSearch(searchFields);
  const columns = useMemo(() => driveColumns(t), [t]);
  const drives = query.data?.drives ?? none;
  const isMeasured = drives.some(({ lastMinute }) => lastMinute !== undefined);
  return (
    <section className={classes.section} aria-label={t('drives.title')}>
      <SectionHeader title={t('drives.title')} count={query.data?.drives.length} />
      {query.data && !isMeasured && <p className={classes.about}>{t('drives.unmeasured')}</p>}
      {query.isLoadingError ? (
        <QueryFailure title={t('drives.failed')} query={query} />
      ) : (
        <DataTable
          id="top-drives"
          label={t('drives.title')}
          entity={t('drives.entity')}
          columns={columns}
          rows={drives}
          lines={2}
          loading={query.isPending}
          sort={sort}
          onSortChange={(changed) => changeSearch({ sort: changed })}
          rowKey={(drive) => `${drive.endpoint} ${drive.path}`}
          rowName={nameOf}
        />
      )}
    </section>
  );
}
