import type { WatchEvent } from '@stowage/contract/tools/watch';
import { useMemo } from 'react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { type StreamEntry, wholeSeconds } from '#web/lib/stream/stream-state.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import { watchText } from './en.ts';

type Entry = StreamEntry<WatchEvent>;
type Text = Translate<(typeof watchText)['english']>;

/** Returns the event's name, or a description of missing events. */
function pathOf(t: Text, entry: Entry): string {
  if (entry.kind === 'message') return entry.message.Path;
  if (entry.missed === undefined) return t('lost', { seconds: wholeSeconds(entry.lostFor) });
  return t('missed', { count: entry.missed, formatted: formatCount(entry.missed) });
}

function watchColumns(t: Text): readonly DataTableColumn<Entry>[] {
  const of = (text: (event: WatchEvent) => string) => (entry: Entry) =>
    entry.kind === 'message' ? <TextCell>{text(entry.message)}</TextCell> : null;
  return [
    {
      id: 'time',
      header: t('column.time'),
      width: '216px',
      cell: of(({ Time }) => formatDateTimeZone(Time)),
    },
    {
      id: 'size',
      header: t('column.size'),
      spare: true,
      align: 'end',
      width: '96px',
      cell: of(({ Size }) => formatSize(Size)),
    },
    {
      id: 'type',
      header: t('column.type'),
      fact: true,
      width: '200px',
      narrowWidth: '132px',
      cell: of(({ Type }) => Type.replace(/^s3:/, '')),
    },
    {
      id: 'path',
      header: t('column.path'),
      primary: true,
      cell: (entry) => <TextCell title={pathOf(t, entry)}>{pathOf(t, entry)}</TextCell>,
    },
  ];
}

/** The events, newest first. */
export function WatchTable({ entries }: { readonly entries: readonly Entry[] }) {
  const t = useText(watchText);
  const columns = useMemo(() => watchColumns(t), [t]);
  const rows = useMemo(() => entries.toReversed(), [entries]);
  return (
    <DataTable
      id="watch"
      label={t('list')}
      entity={t('entity')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      rowName={(entry) => pathOf(t, entry)}
      empty={t('none')}
    />
  );
}
