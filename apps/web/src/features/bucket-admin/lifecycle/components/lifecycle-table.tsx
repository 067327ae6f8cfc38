import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { lifecycleText } from '../en.ts';
import { ruleSummary, whenText } from '../model/rule-summary.ts';

type Text = Translate<(typeof lifecycleText)['english']>;

/** Columns without a value in any rule make room for the ids; they can be asked for. */
function ruleColumns(
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
      width: 'minmax(0, 2fr)',
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
      width: 'minmax(0, 1.3fr)',
      cell: ({ expiration }) =>
        cell(whenText(t, expiration, expiration.noncurrent_expiration_days)),
    },
    {
      id: 'transition',
      header: t('column.transition'),
      hidden: none(
        ({ transition }) =>
          transition.days ?? transition.date ?? transition.noncurrent_transition_days,
      ),
      width: 'minmax(0, 1.1fr)',
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

export interface RuleHandlers {
  readonly onEdit: (rule: LifecycleRule) => void;
  readonly onSwitch: (rule: LifecycleRule) => void;
  readonly onDelete: (rule: LifecycleRule) => void;
}

function ruleActions(
  t: Text,
  { onEdit, onSwitch, onDelete }: RuleHandlers,
  { status }: LifecycleRule,
): readonly RowAction<LifecycleRule>[] {
  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
  const on = status === 'Enabled';
  return [
    { id: 'edit', label: t('edit.action'), icon: <IconEdit {...icon} />, onSelect: onEdit },
    {
      id: 'switch',
      label: t(on ? 'switchOff' : 'switchOn'),
      icon: on ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />,
      onSelect: onSwitch,
    },
    {
      id: 'delete',
      label: t('delete.action'),
      icon: <IconTrash {...icon} />,
      danger: true,
      onSelect: onDelete,
    },
  ];
}

interface LifecycleTableProps {
  readonly rows: readonly LifecycleRule[];
  readonly loading: boolean;
  /** Undefined where the caller may not change rules. */
  readonly handlers: RuleHandlers | undefined;
}

/** The lifecycle rules of a bucket, each with what it does in a sentence. */
export function LifecycleTable({ rows, loading, handlers }: LifecycleTableProps) {
  const t = useText(lifecycleText);
  const columns = useMemo(() => ruleColumns(t, rows), [t, rows]);
  return (
    <DataTable
      id="lifecycle-rules"
      label={t('list')}
      entity={t('entity')}
      columns={columns}
      rows={rows}
      rowKey={({ id, revision }) => (id === '' ? revision : id)}
      rowName={({ id }) => id}
      rowNote={(rule) => ruleSummary(t, rule)}
      rowActions={(rule) => (handlers === undefined ? [] : ruleActions(t, handlers, rule))}
      lines={2}
      loading={loading}
    />
  );
}
