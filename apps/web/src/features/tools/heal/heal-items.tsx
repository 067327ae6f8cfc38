import type { HealedItem, HealthColour } from '@stowage/contract/tools/heal';
import { useMemo } from 'react';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { healText } from './en.ts';
import classes from './heal-page.module.css';

type Text = Translate<(typeof healText)['english']>;

const tones = { Green: 'good', Yellow: 'warning', Red: 'bad', Grey: 'neutral' } as const;

function ColourTag({ colour, t }: { readonly colour: HealthColour; readonly t: Text }) {
  return <Tag tone={tones[colour]}>{t(`chart.${colour}`)}</Tag>;
}

/** Describes what was wrong with an item. */
function foundText(t: Text, { missing, corrupted, offline }: HealedItem['before']): string {
  const parts = [
    missing > 0 ? t('items.missing', { count: missing }) : '',
    corrupted > 0 ? t('items.corrupted', { count: corrupted }) : '',
    offline > 0 ? t('items.offline', { count: offline }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('items.whole') : parts.join(', ');
}

function itemColumns(t: Text): readonly DataTableColumn<HealedItem>[] {
  return [
    {
      id: 'name',
      header: t('items.column.name'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ name, error }) => (
        <TextCell title={name} note={error === '' ? undefined : isolatedText(error)}>
          {name}
        </TextCell>
      ),
    },
    {
      id: 'found',
      header: t('items.column.found'),
      cell: ({ before }) => <TextCell>{foundText(t, before)}</TextCell>,
    },
    {
      id: 'before',
      header: t('items.column.before'),
      width: '96px',
      cell: ({ before }) => <ColourTag colour={before.color} t={t} />,
    },
    {
      id: 'after',
      header: t('items.column.after'),
      fact: true,
      width: '96px',
      narrowWidth: '88px',
      cell: ({ after }) => <ColourTag colour={after.color} t={t} />,
    },
    {
      id: 'size',
      header: t('items.column.size'),
      align: 'end',
      width: '96px',
      cell: ({ size, type }) =>
        type === 'object' ? <TextCell>{formatSize(size)}</TextCell> : null,
    },
  ];
}

interface HealItemsProps {
  readonly items: readonly HealedItem[];
  readonly leftOut: number;
  /** Whether a run has returned anything. */
  readonly known: boolean;
}

/** The damaged items, and the results of healing them. */
export function HealItems({ items, leftOut, known }: HealItemsProps) {
  const t = useText(healText);
  const columns = useMemo(() => itemColumns(t), [t]);
  return (
    <section className={classes.section} aria-label={t('items.title')}>
      <SectionHeader title={t('items.title')} count={known ? items.length + leftOut : undefined} />
      <DataTable
        id="heal-items"
        label={t('items.title')}
        entity={t('items.entity')}
        columns={columns}
        rows={items}
        lines={2}
        rowKey={({ name, versionId, type }) => `${type} ${name} ${versionId}`}
        rowName={({ name }) => name}
        empty={<p className={classes.none}>{t(known ? 'items.none' : 'items.waiting')}</p>}
      />
      {leftOut > 0 && (
        <p className={classes.none}>
          {t('items.leftOut', { count: leftOut, formatted: formatCount(leftOut) })}
        </p>
      )}
    </section>
  );
}
