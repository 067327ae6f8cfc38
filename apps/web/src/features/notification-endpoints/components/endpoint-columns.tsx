import type { NotificationEndpoint } from '@stowage/contract/notification-endpoints';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { endpointsText } from '../en.ts';

type Text = Translate<(typeof endpointsText)['english']>;

const TONES = { online: 'good', offline: 'bad', pending: 'warning', disabled: 'neutral' } as const;

/** Returns the display name of a target: service:account_id. */
export function nameOf({ service, account_id }: NotificationEndpoint): string {
  return `${service}:${account_id}`;
}

/** Returns the columns of the list of targets. */
export function endpointColumns(t: Text): readonly DataTableColumn<NotificationEndpoint>[] {
  return [
    {
      id: 'status',
      header: t('column.status'),
      width: 'minmax(0, 1.2fr)',
      narrowWidth: '148px',
      fact: true,
      sortable: true,
      sortValue: ({ status }) => status,
      cell: ({ status, at_restart: next }) =>
        next === undefined ? (
          <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>
        ) : (
          <Tag tone="warning">{t(`atRestart.${next}`)}</Tag>
        ),
    },
    {
      id: 'service',
      header: t('column.service'),
      primary: true,
      width: 'minmax(0, 2fr)',
      sortable: true,
      sortValue: nameOf,
      cell: (row) => <TextCell title={nameOf(row)}>{nameOf(row)}</TextCell>,
    },
  ];
}
