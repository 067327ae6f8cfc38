import type {
  ReplicationRule,
  ReplicationTargetStatus,
} from '@stowage/contract/bucket-admin/replication';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { replicationSectionText } from './en.ts';
import { destinationName, statusOf } from './model/rule-facts.ts';

type Text = Translate<(typeof replicationSectionText)['english']>;
type Targets = readonly ReplicationTargetStatus[];

function Status({
  t,
  rule,
  target,
}: {
  t: Text;
  rule: ReplicationRule;
  target: Targets[number] | undefined;
}) {
  const state = target?.online === undefined ? 'unknown' : target.online ? 'online' : 'offline';
  return (
    <TextCell note={t(`target.${state}`)} title={target?.error}>
      <Tag tone={rule.status === 'Enabled' ? 'good' : 'neutral'}>{t(`status.${rule.status}`)}</Tag>
    </TextCell>
  );
}

function Progress({ t, target }: { t: Text; target: Targets[number] | undefined }) {
  const { replicated, pending, failed } = target ?? {};
  if (replicated === undefined && pending === undefined && failed === undefined) return '—';
  const sizes = t('progress.sizes', {
    replicated: formatSize(replicated?.size),
    pending: formatSize(pending?.size),
    failed: formatSize(failed?.size),
  });
  return (
    <TextCell
      title={sizes}
      note={t('progress.open', {
        pending: formatCount(pending?.objects ?? 0),
        failed: formatCount(failed?.objects ?? 0),
      })}
    >
      {t('progress.replicated', { objects: formatCount(replicated?.objects ?? 0) })}
    </TextCell>
  );
}

/** Returns the columns of the list of rules: each rule's settings and the state of its target. */
export function ruleColumns(
  t: Text,
  targets: Targets,
): readonly DataTableColumn<ReplicationRule>[] {
  return [
    {
      id: 'priority',
      header: t('column.priority'),
      align: 'end',
      width: '76px',
      cell: ({ priority }) => priority,
    },
    {
      id: 'destination',
      header: t('column.destination'),
      primary: true,
      width: 'minmax(0, 1.6fr)',
      cell: (rule) => (
        <TextCell title={rule.destination.bucket} note={rule.endpoint ?? ''}>
          {destinationName(rule)}
        </TextCell>
      ),
    },
    {
      id: 'prefix',
      header: t('column.prefix'),
      cell: ({ prefix }) => <TextCell title={prefix}>{prefix === '' ? t('any') : prefix}</TextCell>,
    },
    {
      id: 'tags',
      header: t('column.tags'),
      width: '60px',
      cell: ({ tags }) => <span title={tags}>{t(tags === '' ? 'no' : 'yes')}</span>,
    },
    {
      id: 'status',
      header: t('column.status'),
      fact: true,
      width: '146px',
      narrowWidth: '112px',
      cell: (rule) => <Status t={t} rule={rule} target={statusOf(rule, targets)} />,
    },
    {
      id: 'progress',
      header: t('column.progress'),
      width: '146px',
      cell: (rule) => <Progress t={t} target={statusOf(rule, targets)} />,
    },
  ];
}
