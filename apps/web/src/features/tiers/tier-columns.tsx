import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { tierStateQuery } from './api.ts';
import { tiersText } from './en.ts';
import type { TierRow } from './model/tier-row.ts';

type Text = Translate<(typeof tiersText)['english']>;

/** Whether the tier is usable; if not, the reason is shown with it. */
function StateCell({ row }: { readonly row: TierRow }) {
  const t = useText(tiersText);
  const { data, isPending } = useQuery(tierStateQuery(row));
  if (isPending) return <Skeleton height={20} width={64} aria-label={t('state.checking')} />;
  if (data === undefined) return <Tag>{t('state.unknown')}</Tag>;
  if (data.online) return <Tag tone="good">{t('state.online')}</Tag>;
  return (
    <span title={data.reason}>
      <Tag tone="bad">{t('state.offline')}</Tag>
      <VisuallyHidden>{data.reason}</VisuallyHidden>
    </span>
  );
}

/** Returns the columns of the list of tiers. */
export function tierColumns(t: Text): readonly DataTableColumn<TierRow>[] {
  const text = (id: 'endpoint' | 'bucket' | 'prefix' | 'region', width: string) => ({
    id,
    header: t(`column.${id}`),
    width,
    sortable: true,
    sortValue: (row: TierRow) => row[id],
    cell: (row: TierRow) => <Name>{row[id]}</Name>,
  });
  return [
    {
      id: 'name',
      header: t('column.name'),
      width: 'minmax(0, 1.8fr)',
      primary: true,
      sortable: true,
      sortValue: ({ name }) => name,
      cell: ({ name }) => <Name>{name}</Name>,
    },
    {
      id: 'state',
      header: t('column.state'),
      width: '96px',
      fact: true,
      cell: (row) => <StateCell row={row} />,
    },
    {
      id: 'type',
      header: t('column.type'),
      width: '80px',
      sortable: true,
      sortValue: ({ type }) => type,
      cell: ({ type }) => type,
    },
    text('endpoint', 'minmax(0, 2fr)'),
    text('bucket', 'minmax(0, 1fr)'),
    text('prefix', 'minmax(0, 1fr)'),
    text('region', '104px'),
    {
      id: 'usage',
      header: t('column.usage'),
      width: '96px',
      align: 'end',
      sortable: true,
      sortValue: ({ usage }) => usage?.size,
      cell: ({ usage }) => formatSize(usage?.size),
    },
    {
      id: 'versions',
      header: t('column.versions'),
      width: '96px',
      align: 'end',
      hidden: true,
      sortable: true,
      sortValue: ({ usage }) => usage?.versions,
      cell: ({ usage }) => (usage === undefined ? '—' : formatNumber(usage.versions)),
    },
  ];
}
