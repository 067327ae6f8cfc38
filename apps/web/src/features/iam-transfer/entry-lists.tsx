import type { CallOutput } from '@stowage/contract/endpoint';
import type { importIam, previewIamImport } from '@stowage/contract/identity/iam-transfer';
import { useMemo } from 'react';
import { formatList } from '#web/lib/format/lists.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { iamTransferText } from './en.ts';
import classes from './iam-transfer.module.css';

type Preview = CallOutput<typeof previewIamImport>;
type Result = CallOutput<typeof importIam>;
type Entry = Preview['entries'][number];
type Refused = Result['refused'][number];
type Text = Translate<(typeof iamTransferText)['english']>;

const keyOf = ({ part, name }: Pick<Entry, 'part' | 'name'>) => `${part}/${name}`;
const TONES = { added: 'good', changed: 'warning', removed: 'bad', unknown: 'neutral' } as const;

function aboutOf(t: Text, { part, differences, note }: Entry): string {
  const changed = formatList(differences.map((difference) => t(`difference.${difference}`)));
  const texts = [t(`part.${part}`), changed, note === undefined ? '' : t(`note.${note}`)];
  return texts.filter((text) => text !== '').join(' · ');
}

function previewColumns(t: Text): readonly DataTableColumn<Entry>[] {
  return [
    {
      id: 'name',
      header: t('preview.column.name'),
      primary: true,
      width: 'minmax(0, 3fr)',
      cell: (entry) => (
        <TextCell title={entry.name} note={aboutOf(t, entry)}>
          {entry.name}
        </TextCell>
      ),
    },
    {
      id: 'change',
      header: t('preview.column.change'),
      fact: true,
      narrowWidth: '110px',
      cell: ({ change }) => <Tag tone={TONES[change]}>{t(`change.${change}`)}</Tag>,
    },
  ];
}

/** The changes an import would make. */
export function PreviewList({ preview }: { readonly preview: Preview }) {
  const t = useText(iamTransferText);
  const columns = useMemo(() => previewColumns(t), [t]);
  const { entries, changing, unchanged } = preview;
  if (changing === 0) return <p role="status">{t('preview.nothing')}</p>;
  const counts = { changing: formatNumber(changing), unchanged: formatNumber(unchanged) };
  return (
    <>
      <p className={classes.text} role="status">
        {t('preview.counts', counts)}{' '}
        {entries.length < changing && t('preview.some', { shown: formatNumber(entries.length) })}
      </p>
      <DataTable
        id="iam-preview"
        label={t('preview.list')}
        entity={t('preview.entity')}
        columns={columns}
        rows={entries}
        rowKey={keyOf}
        rowName={({ name }) => name}
        lines={2}
      />
    </>
  );
}

function refusedColumns(t: Text): readonly DataTableColumn<Refused>[] {
  return [
    {
      id: 'name',
      header: t('preview.column.name'),
      primary: true,
      width: 'minmax(0, 3fr)',
      cell: ({ part, name, reason }) => (
        <TextCell title={name} note={`${t(`part.${part}`)} · ${reason || t('result.noReason')}`}>
          {name}
        </TextCell>
      ),
    },
    {
      id: 'outcome',
      header: t('result.title'),
      fact: true,
      narrowWidth: '110px',
      cell: ({ outcome }) => <Tag tone="bad">{t(`result.${outcome}`)}</Tag>,
    },
  ];
}

/** The results of an import, including entries that were not imported. */
export function ResultList({ result }: { readonly result: Result }) {
  const t = useText(iamTransferText);
  const columns = useMemo(() => refusedColumns(t), [t]);
  const { reported, added, removed, refused, refusedCount } = result;
  if (!reported) return <p role="status">{t('result.unreported')}</p>;
  return (
    <>
      <p className={classes.text} role="status">
        {t('result.done', {
          added: formatNumber(added),
          removed: formatNumber(removed),
          refused: formatNumber(refusedCount),
        })}
      </p>
      {refusedCount > 0 && (
        <DataTable
          id="iam-refused"
          label={t('result.list')}
          entity={t('preview.entity')}
          columns={columns}
          rows={refused}
          rowKey={keyOf}
          rowName={({ name }) => name}
          lines={2}
        />
      )}
    </>
  );
}
