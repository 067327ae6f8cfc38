import type { AnyonesSession } from '@stowage/contract/console-sessions';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatDateTime } from '#web/lib/format/dates.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { isolatedText, visibleName } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { consoleSessionsText } from './en.ts';

type Text = Translate<(typeof consoleSessionsText)['english']>;

/** Returns the columns of the sessions of all accounts; `deviceName` describes a user agent. */
export function sessionColumns(
  t: Text,
  deviceName: (userAgent: string) => string,
): readonly DataTableColumn<AnyonesSession>[] {
  return [
    {
      id: 'account',
      header: t('column.account'),
      primary: true,
      width: 'minmax(0, 1.6fr)',
      cell: ({ accountName, origin, current }) => (
        <TextCell
          title={visibleName(accountName)}
          note={[t(`origin.${origin}`), current ? t('current') : '']
            .filter((text) => text !== '')
            .join(' · ')}
        >
          {visibleName(accountName)}
        </TextCell>
      ),
    },
    {
      id: 'device',
      header: t('column.device'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ userAgent }) => (
        <TextCell title={visibleName(userAgent)}>{isolatedText(deviceName(userAgent))}</TextCell>
      ),
    },
    {
      id: 'address',
      header: t('column.address'),
      cell: ({ address }) => <TextCell>{address}</TextCell>,
    },
    {
      id: 'used',
      header: t('column.used'),
      fact: true,
      width: '150px',
      narrowWidth: '110px',
      cell: ({ usedAt }) => <TextCell title={formatDateTime(usedAt)}>{formatAge(usedAt)}</TextCell>,
    },
    {
      id: 'since',
      header: t('column.since'),
      spare: true,
      width: '170px',
      cell: ({ createdAt }) => <TextCell>{formatDateTime(createdAt)}</TextCell>,
    },
  ];
}
