import type { ReportedKey } from '@stowage/contract/identity/keys-report';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatDate, formatDateTime } from '#web/lib/format/dates.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { keysReportText } from './en.ts';
import classes from './keys-report.module.css';

type Text = Translate<(typeof keysReportText)['english']>;

function wholeName({ accessKey, owner }: ReportedKey): string {
  return owner === accessKey ? accessKey : `${accessKey} · ${owner}`;
}

function aboutOf(t: Text, { kind, owner, name, enabled }: ReportedKey): string {
  const texts = [
    t(`kind.${kind}`, { owner: isolatedText(owner) }),
    isolatedText(name),
    enabled ? '' : t('disabled'),
  ];
  return texts.filter((text) => text !== '').join(' · ');
}

/**
 * Describes a key's last use. A key older than its server's usage records may have been used:
 * nothing is known about it.
 */
function usedText(t: Text, { lastUsed, createdAt }: ReportedKey): string {
  if (lastUsed !== undefined) return formatDateTime(lastUsed);
  return t(createdAt === undefined ? 'unknown' : 'never');
}

/** What the server reports about keys. */
interface Known {
  readonly usage: boolean;
  readonly age: boolean;
}

/** Returns the columns of the report. */
export function keyColumns(t: Text, known: Known): readonly DataTableColumn<ReportedKey>[] {
  return [
    {
      id: 'key',
      header: t('column.key'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: (key) => (
        <TextCell title={wholeName(key)} note={aboutOf(t, key)}>
          {key.accessKey}
        </TextCell>
      ),
    },
    {
      id: 'risks',
      header: t('column.risks'),
      fact: true,
      width: 'minmax(0, 1.6fr)',
      narrowWidth: '120px',
      cell: ({ risks }) => (
        <span className={classes.tags}>
          {risks
            // Most keys never expire, and a column of its own says so.
            .filter((risk) => risk !== 'neverExpires')
            .map((risk) => (
              <Tag key={risk} tone={risk === 'tooWide' ? 'bad' : 'warning'}>
                {t(`risk.${risk}`)}
              </Tag>
            ))}
        </span>
      ),
    },
    {
      id: 'width',
      header: t('column.width'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ width, atMost }) => {
        const text = t(`width.${width}`);
        return <TextCell>{atMost ? t('atMost', { width: text }) : text}</TextCell>;
      },
    },
    {
      id: 'age',
      header: t('column.age'),
      width: '150px',
      hidden: !known.age,
      cell: ({ createdAt }) =>
        createdAt === undefined ? (
          <TextCell>{t('unknown')}</TextCell>
        ) : (
          <TextCell title={formatDateTime(createdAt)}>{formatAge(createdAt)}</TextCell>
        ),
    },
    {
      id: 'used',
      header: t('column.used'),
      width: '150px',
      hidden: !known.usage,
      cell: (key) => <TextCell>{usedText(t, key)}</TextCell>,
    },
    {
      id: 'expires',
      header: t('column.expires'),
      width: '120px',
      cell: ({ expiration }) => (
        <TextCell>{expiration === undefined ? t('never') : formatDate(expiration)}</TextCell>
      ),
    },
  ];
}
