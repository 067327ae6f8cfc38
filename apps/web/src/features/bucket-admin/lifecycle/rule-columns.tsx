import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { lifecycleText } from './en.ts';
import { dateOf } from './model/rule-date.ts';
import { whenText } from './model/rule-summary.ts';

type Text = Translate<(typeof lifecycleText)['english']>;

/**
 * Returns the columns of the list of rules. Those that are empty in every rule are hidden in favour
 * of the ids, but available.
 */
export function ruleColumns(
  t: Text,
  rows: readonly LifecycleRule[],
): readonly DataTableColumn<LifecycleRule>[] {
  const none = (has: (rule: LifecycleRule) => unknown) =>
    rows.length > 0 && rows.every((rule) => !has(rule));
  const cell = (text: string) => <TextCell title={text}>{text}</TextCell>;
  return [
    {
      id: 'id',
      header: t('column.id'),
      primary: true,
      width: 'minmax(0, 2.8fr)',
      cell: ({ id }) => cell(id === '' ? t('noId') : id),
    },
    {
      id: 'prefix',
      header: t('column.prefix'),
      cell: ({ prefix }) => cell(prefix === '' ? t('any') : prefix),
    },
    {
      id: 'status',
      header: t('column.status'),
      fact: true,
      width: '92px',
      cell: ({ status }) => (
        <Tag tone={status === 'Enabled' ? 'good' : 'neutral'}>{t(`status.${status}`)}</Tag>
      ),
    },
    {
      id: 'expiration',
      header: t('column.expiration'),
      hidden: none(
        ({ expiration }) =>
          expiration.days ?? dateOf(expiration) ?? expiration.noncurrent_expiration_days,
      ),
      width: '112px',
      cell: ({ expiration }) =>
        cell(whenText(t, expiration, expiration.noncurrent_expiration_days)),
    },
    {
      id: 'transition',
      header: t('column.transition'),
      hidden: none(
        ({ transition }) =>
          transition.days ?? dateOf(transition) ?? transition.noncurrent_transition_days,
      ),
      width: '112px',
      cell: ({ transition }) =>
        cell(whenText(t, transition, transition.noncurrent_transition_days)),
    },
    {
      id: 'storageClass',
      header: t('column.storageClass'),
      hidden: none(({ storage_class }) => storage_class),
      cell: ({ storage_class }) => cell(storage_class ?? '—'),
    },
  ];
}
