import type { TraceMessage } from '@stowage/contract/tools/trace';
import { useMemo } from 'react';
import { formatDateTimeZone, formatTime, zoneName } from '#web/lib/format/dates.ts';
import { formatMilliseconds } from '#web/lib/format/milliseconds.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { type StreamEntry, wholeSeconds } from '#web/lib/stream/stream-state.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { traceText } from './en.ts';

type Entry = StreamEntry<TraceMessage>;
export type TraceWords = Translate<(typeof traceText)['english']>;

/** Returns the call's name, or briefly what is missing; the location column has the full text. */
function shortName(t: TraceWords, entry: Entry): string {
  if (entry.kind === 'message') return entry.message.api;
  if (entry.missed === undefined) return t('lostShort');
  return t('missing', { count: entry.missed, formatted: formatCount(entry.missed) });
}

/** Returns the call's name, or a description of missing calls. */
function nameOf(t: TraceWords, entry: Entry): string {
  if (entry.kind === 'message') return entry.message.api;
  if (entry.missed === undefined) return t('lost', { seconds: wholeSeconds(entry.lostFor) });
  return t('missed', { count: entry.missed, formatted: formatCount(entry.missed) });
}

/** Describes a call's result in a few words. */
export function statusOf(t: TraceWords, call: TraceMessage): string {
  if (call.statusCode > 0) return `${call.statusCode} ${call.statusMsg}`.trim();
  return call.failed ? t('failed') : '';
}

/** Returns the target of a call, and its client. */
function locationOf({ host, path, client }: TraceMessage): string {
  return `${host}${path.startsWith('/') ? path : ` ${path}`}${client && ` ${client}`}`;
}

function traceColumns(t: TraceWords): readonly DataTableColumn<Entry>[] {
  const of = (text: (call: TraceMessage) => string) => (entry: Entry) =>
    entry.kind === 'message' ? (
      <TextCell title={text(entry.message)}>{text(entry.message)}</TextCell>
    ) : null;
  const column = (id: keyof (typeof traceText)['english']['column'], width: string) => ({
    ...{ id, width, header: t(`column.${id}`) },
  });
  return [
    {
      ...column('time', '124px'),
      cell: (entry) =>
        entry.kind === 'message' && (
          <TextCell title={formatDateTimeZone(entry.message.time)}>
            {`${formatTime(entry.message.time)} ${zoneName()}`}
          </TextCell>
        ),
    },
    {
      ...{ id: 'name', header: t('column.name'), primary: true, width: 'minmax(0, 2fr)' },
      cell: (entry) => <TextCell title={nameOf(t, entry)}>{shortName(t, entry)}</TextCell>,
    },
    {
      ...column('status', '140px'),
      ...{ fact: true, narrowWidth: '112px' },
      cell: (entry) =>
        entry.kind === 'message' && (
          <Tag tone={entry.message.failed ? 'bad' : 'neutral'}>{statusOf(t, entry.message)}</Tag>
        ),
    },
    {
      ...column('location', 'minmax(0, 3fr)'),
      cell: (entry) => {
        const text = entry.kind === 'message' ? locationOf(entry.message) : nameOf(t, entry);
        return <TextCell title={text}>{text}</TextCell>;
      },
    },
    {
      ...{ ...column('load', '96px'), align: 'end' },
      cell: of(({ callStats }) => formatMilliseconds(callStats.duration)),
    },
    {
      ...column('upload', '92px'),
      ...{ align: 'end', spare: true },
      cell: of(({ callStats }) => formatSize(callStats.rx)),
    },
    {
      ...column('download', '100px'),
      ...{ align: 'end', spare: true },
      cell: of(({ callStats }) => formatSize(callStats.tx)),
    },
  ];
}

interface TraceTableProps {
  readonly entries: readonly Entry[];
  readonly started: boolean;
  /** Link to the details of a call. */
  readonly hrefOf: (entry: Entry) => string;
}

/** The traced calls, newest first. */
export function TraceTable({ entries, started, hrefOf }: TraceTableProps) {
  const t = useText(traceText);
  const columns = useMemo(() => traceColumns(t), [t]);
  const rows = useMemo(() => entries.toReversed(), [entries]);
  return (
    <DataTable
      id="trace"
      label={t('list')}
      entity={t('entity')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      rowName={(entry) => nameOf(t, entry)}
      rowHref={(entry) => (entry.kind === 'message' ? hrefOf(entry) : undefined)}
      empty={started ? t('none') : t('notStarted')}
    />
  );
}
