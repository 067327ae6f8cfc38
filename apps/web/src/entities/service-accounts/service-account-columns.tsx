import type { ServiceAccount } from '@stowage/contract/identity/service-accounts';
import { formatDate, formatDateTimeZone } from '#web/lib/format/dates.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { serviceAccountsText } from './en.ts';
import classes from './service-accounts.module.css';

type Text = Translate<(typeof serviceAccountsText)['english']>;

function isExpired({ expiration }: ServiceAccount): boolean {
  return expiration !== undefined && new Date(expiration).getTime() <= Date.now();
}

/**
 * Returns a one-line summary. The description, which may be long, comes last; last use and age are
 * included if the storage server reports them.
 */
function aboutOf(t: Text, account: ServiceAccount, format: (time: string) => string): string {
  const { name, description, expiration, lastUsed, createdAt } = account;
  const said = (key: 'expiredAt' | 'expires' | 'lastUsed' | 'createdAt', time: string) =>
    t(key, { time: format(time) });
  return [
    name,
    expiration ? said(isExpired(account) ? 'expiredAt' : 'expires', expiration) : t('neverExpires'),
    lastUsed && said('lastUsed', lastUsed),
    createdAt && said('createdAt', createdAt),
    description,
  ]
    .filter((text): text is string => text !== undefined && text !== '')
    .map(isolatedText)
    .join(' · ');
}

/** Returns the only column of the list: the key, its state, and a summary. */
export function serviceAccountColumns(t: Text): readonly DataTableColumn<ServiceAccount>[] {
  return [
    {
      id: 'service-account',
      header: t('column'),
      primary: true,
      cell: (account) => (
        <TextCell
          title={`${account.accessKey} · ${aboutOf(t, account, formatDateTimeZone)}`}
          note={aboutOf(t, account, formatDate)}
        >
          <span className={classes.tags}>
            <span className={classes.key}>
              <Name>{account.accessKey}</Name>
            </span>
            {!account.enabled && <Tag tone="warning">{t('disabled')}</Tag>}
            {isExpired(account) && <Tag tone="bad">{t('expired')}</Tag>}
            {account.ownPolicy && <Tag>{t('ownPolicy')}</Tag>}
          </span>
        </TextCell>
      ),
    },
  ];
}
