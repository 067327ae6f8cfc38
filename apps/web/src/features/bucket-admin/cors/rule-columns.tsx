import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { formatDuration } from '#web/lib/format/durations.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { corsText } from './en.ts';
import { ruleDoubts } from './model/rule-doubts.ts';

type Text = Translate<(typeof corsText)['english']>;

/**
 * Returns the columns of the list of rules. Those that repeat the sentence below each rule are
 * optional.
 */
export function ruleColumns(
  t: Text,
  rows: readonly CorsRule[],
): readonly DataTableColumn<CorsRule>[] {
  const cell = (text: string) => <TextCell title={text}>{text === '' ? '—' : text}</TextCell>;
  const doubted = new Map(
    rows.flatMap((rule) => {
      const doubts = ruleDoubts(t, rule);
      return doubts.length === 0 ? [] : [[rule.position, doubts.join(' ')] as const];
    }),
  );
  return [
    {
      id: 'origins',
      header: t('column.origins'),
      primary: true,
      width: 'minmax(0, 2.4fr)',
      // Includes its position, which matters: the first matching rule applies.
      cell: ({ position, origins }) => {
        const names = origins.includes('*') ? t('anyOrigin') : origins.join(', ');
        return cell(`${position}. ${names}`);
      },
    },
    {
      id: 'methods',
      header: t('column.methods'),
      cell: ({ methods }) => cell(methods.join(', ')),
    },
    {
      id: 'check',
      header: t('column.check'),
      fact: true,
      hidden: doubted.size === 0,
      width: '92px',
      cell: ({ position }) =>
        doubted.has(position) && (
          <span title={doubted.get(position)}>
            <Tag tone="warning">{t('check')}</Tag>
          </span>
        ),
    },
    {
      id: 'headers',
      header: t('column.headers'),
      hidden: true,
      cell: ({ headers }) => cell(headers.join(', ')),
    },
    {
      id: 'exposed',
      header: t('column.exposed'),
      hidden: true,
      cell: ({ exposed }) => cell(exposed.join(', ')),
    },
    {
      id: 'maxAge',
      header: t('column.maxAge'),
      hidden: true,
      cell: ({ max_age: seconds }) => cell(seconds === undefined ? '' : formatDuration(seconds)),
    },
    { id: 'id', header: t('column.id'), hidden: true, cell: ({ id }) => cell(id) },
  ];
}
