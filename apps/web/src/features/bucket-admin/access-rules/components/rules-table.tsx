import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { accessRulesText } from '../en.ts';
import { WHOLE_BUCKET } from '../model/rule-draft.ts';

type Text = Translate<(typeof accessRulesText)['english']>;

function ruleColumns(t: Text): readonly DataTableColumn<AccessRule>[] {
  return [
    {
      id: 'prefix',
      header: t('column.prefix'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ prefix, access }) => (
        <TextCell title={prefix} note={prefix === WHOLE_BUCKET ? t('whole') : t(`level.${access}`)}>
          {prefix}
        </TextCell>
      ),
    },
    {
      id: 'access',
      header: t('column.access'),
      fact: true,
      narrowWidth: '92px',
      cell: ({ access }) => (
        <span title={t(`level.${access}`)}>
          <Tag tone={access === 'readonly' ? 'neutral' : 'warning'}>{access}</Tag>
        </span>
      ),
    },
  ];
}

export interface RuleHandlers {
  readonly onEdit: (rule: AccessRule) => void;
  readonly onDelete: (rule: AccessRule) => void;
}

function ruleActions(
  t: Text,
  { onEdit, onDelete }: RuleHandlers,
): readonly RowAction<AccessRule>[] {
  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
  return [
    { id: 'edit', label: t('edit.action'), icon: <IconEdit {...icon} />, onSelect: onEdit },
    {
      id: 'delete',
      label: t('delete.action'),
      icon: <IconTrash {...icon} />,
      danger: true,
      onSelect: onDelete,
    },
  ];
}

interface RulesTableProps {
  readonly rows: readonly AccessRule[];
  readonly loading: boolean;
  /** Undefined where the caller may not change rules. */
  readonly handlers: RuleHandlers | undefined;
  readonly empty: ReactNode;
}

/** The access rules of a bucket. */
export function RulesTable({ rows, loading, handlers, empty }: RulesTableProps) {
  const t = useText(accessRulesText);
  const columns = useMemo(() => ruleColumns(t), [t]);
  const actions = useMemo(
    () => (handlers === undefined ? [] : ruleActions(t, handlers)),
    [t, handlers],
  );
  return (
    <DataTable
      id="access-rules"
      label={t('list')}
      entity={t('entity')}
      columns={columns}
      rows={rows}
      rowKey={({ prefix }) => prefix}
      rowName={({ prefix }) => prefix}
      rowActions={() => actions}
      {...(handlers === undefined ? {} : { onDelete: handlers.onDelete })}
      lines={2}
      loading={loading}
      empty={empty}
    />
  );
}
