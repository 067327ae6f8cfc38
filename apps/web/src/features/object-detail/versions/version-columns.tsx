import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { ListedVersion } from '../api.ts';
import type { objectDetailText } from '../en.ts';
import classes from './versions-tab.module.css';

/** 'v3', the name of a version besides its ID; '—' if versions are not numbered. */
export function numberOf({ number }: ListedVersion): string {
  return number === undefined ? '—' : `v${number}`;
}

/** Returns the columns of the list of versions. */
export function versionColumns(
  t: Translate<(typeof objectDetailText)['english']>,
  narrow: boolean,
): readonly DataTableColumn<ListedVersion>[] {
  if (narrow) return [narrowColumn(t)];
  return [
    { id: 'number', header: t('versions.number'), width: '76px', cell: numberOf },
    {
      id: 'id',
      header: t('versions.id'),
      primary: true,
      cell: (version) => (
        <span className={classes.id}>
          <TextCell title={version.version_id}>{version.version_id}</TextCell>
          {version.is_latest && <Tag tone="accent">{t('versions.current')}</Tag>}
        </span>
      ),
    },
    {
      id: 'modified',
      header: t('versions.modified'),
      fact: true,
      width: '176px',
      cell: ({ last_modified: time }) => (
        <span title={formatDateTimeZone(time)}>{formatDateTime(time)}</span>
      ),
    },
    {
      id: 'size',
      header: t('versions.size'),
      align: 'end',
      width: '92px',
      cell: ({ size }) => formatSize(size),
    },
    {
      id: 'deleted',
      header: t('versions.deleted'),
      width: '84px',
      cell: ({ is_delete_marker: deleted }) => t(deleted ? 'versions.yes' : 'versions.no'),
    },
  ];
}

/** For screens with room for one column: the full ID, on lines of its own. */
function narrowColumn(
  t: Translate<(typeof objectDetailText)['english']>,
): DataTableColumn<ListedVersion> {
  return {
    id: 'id',
    header: t('versions.id'),
    primary: true,
    cell: (version) => (
      <span className={classes.narrow}>
        <span className={classes.first}>
          {[
            numberOf(version),
            formatDateTime(version.last_modified),
            version.is_delete_marker ? t('versions.deleted') : formatSize(version.size),
          ].join(' · ')}
          {version.is_latest && <Tag tone="accent">{t('versions.current')}</Tag>}
        </span>
        <span className={classes.whole}>{version.version_id}</span>
      </span>
    ),
  };
}
