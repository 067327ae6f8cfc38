import type { ServiceAccount } from '@stowage/contract/identity/service-accounts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
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

/** Name, description and expiry in a line. */
function aboutOf(t: Text, account: ServiceAccount): string {
  const { name, description, expiration } = account;
  const time = expiration === undefined ? '' : formatDateTimeZone(expiration);
  const expiry =
    expiration === undefined
      ? t('neverExpires')
      : t(isExpired(account) ? 'expiredAt' : 'expires', { time });
  return [name, description, expiry]
    .filter((text) => text !== '')
    .map(isolatedText)
    .join(' · ');
}

/** The one column of the list: the key, its state, and what is said of it. */
export function serviceAccountColumns(t: Text): readonly DataTableColumn<ServiceAccount>[] {
  return [
    {
      id: 'service-account',
      header: t('column'),
      primary: true,
      cell: (account) => (
        <TextCell title={account.accessKey} note={aboutOf(t, account)}>
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
