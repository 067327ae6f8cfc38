import { useMemo } from 'react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { wholeSeconds } from '#web/lib/stream/stream-state.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { logsText } from './en.ts';
import { isHighlighted, type LogLine } from './log-lines.ts';
import classes from './logs-page.module.css';

type Text = Translate<(typeof logsText)['english']>;

const tones: Readonly<Record<string, 'bad' | 'warning'>> = {
  FATAL: 'bad',
  ERROR: 'bad',
  WARNING: 'warning',
};

/** Returns the content of a line, or of the gap for missing ones. */
function textOf(t: Text, { text, gap, entry }: LogLine): string {
  if (gap?.missed !== undefined) {
    return t('missed', { count: gap.missed, formatted: formatCount(gap.missed) });
  }
  if (gap) return t('lost', { seconds: wholeSeconds(gap.lostFor) });
  return entry?.error ? `${entry.error.api}: ${text}` : text;
}

function columnsOf(t: Text, search: string): readonly DataTableColumn<LogLine>[] {
  return [
    {
      ...{ id: 'time', header: t('column.time'), width: '216px' },
      cell: ({ entry }) => entry?.at && <TextCell>{formatDateTimeZone(entry.at)}</TextCell>,
    },
    {
      ...{
        id: 'level',
        header: t('column.level'),
        width: '104px',
        narrowWidth: '88px',
        fact: true,
      },
      cell: ({ entry }) =>
        entry?.level && <Tag tone={tones[entry.level] ?? 'neutral'}>{entry.level}</Tag>,
    },
    {
      ...{ id: 'line', header: t('column.line'), primary: true, width: 'minmax(0, 5fr)' },
      cell: (line) => (
        <span
          className={classes.line}
          data-indented={line.indented || undefined}
          data-highlighted={isHighlighted(line, search) || undefined}
        >
          <TextCell title={textOf(t, line)}>{textOf(t, line)}</TextCell>
        </span>
      ),
    },
    {
      ...{ id: 'node', header: t('column.node'), width: '148px', hidden: true },
      cell: ({ entry }) => entry && <TextCell>{entry.node}</TextCell>,
    },
  ];
}

interface LogTableProps {
  /** Newest first. */
  readonly lines: readonly LogLine[];
  readonly search: string;
  /** Link to the details of an error. */
  readonly hrefOf: (line: LogLine) => string;
}

/** The lines of the log. */
export function LogTable({ lines, search, hrefOf }: LogTableProps) {
  const t = useText(logsText);
  const columns = useMemo(() => columnsOf(t, search), [t, search]);
  return (
    <DataTable
      id="logs"
      label={t('list')}
      entity={t('entity')}
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      rowName={(line) => textOf(t, line)}
      rowHref={(line) => (line.entry?.error ? hrefOf(line) : undefined)}
      empty={t('none')}
    />
  );
}
