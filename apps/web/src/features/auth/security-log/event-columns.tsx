import type { SecurityEvent } from '@stowage/contract/security-log';
import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { securityLogText } from './en.ts';

type Text = Translate<(typeof securityLogText)['english']>;

/** Returns the columns of the security log. */
export function eventColumns(t: Text): readonly DataTableColumn<SecurityEvent>[] {
  return [
    {
      id: 'account',
      header: t('column.account'),
      primary: true,
      width: 'minmax(0, 1.5fr)',
      cell: ({ account, event }) => (
        <TextCell title={visibleName(account)} note={t(`event.${event}`)}>
          {visibleName(account)}
        </TextCell>
      ),
    },
    {
      id: 'address',
      header: t('column.address'),
      cell: ({ address }) => <TextCell>{address}</TextCell>,
    },
    {
      id: 'reason',
      header: t('column.reason'),
      cell: ({ reason }) => <TextCell title={visibleName(reason)}>{visibleName(reason)}</TextCell>,
    },
    {
      id: 'at',
      header: t('column.at'),
      fact: true,
      width: '190px',
      narrowWidth: '158px',
      cell: ({ at }) => <TextCell title={formatDateTimeZone(at)}>{formatDateTime(at)}</TextCell>,
    },
  ];
}
