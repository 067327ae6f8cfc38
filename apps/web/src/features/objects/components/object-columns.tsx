import {
  IconFile,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconMovie,
  IconMusic,
  IconPhoto,
} from '@tabler/icons-react';
import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import type { objectsText } from '../en.ts';
import { type FileKind, fileKind } from '../model/file-kind.ts';
import type { ObjectRow } from '../model/object-row.ts';
import classes from './object-table.module.css';

type Text = Translate<(typeof objectsText)['english']>;

const kindIcons: Readonly<Record<FileKind, typeof IconFile>> = {
  image: IconPhoto,
  audio: IconMusic,
  video: IconMovie,
  text: IconFileText,
  archive: IconFileZip,
  other: IconFile,
};

interface RowNameProps {
  readonly row: ObjectRow;
  /** Marks deleted objects where no column does. */
  readonly deleted: string | undefined;
}

function RowName({ row, deleted }: RowNameProps) {
  const Icon = row.isFolder ? IconFolder : kindIcons[fileKind(row.name)];
  return (
    <span
      className={classes.name}
      data-folder={row.isFolder || undefined}
      data-deleted={row.deleted || undefined}
      title={visibleName(row.above + row.name)}
    >
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        {row.above !== '' && (
          <span className={classes.above}>
            <Name>{row.above}</Name>
          </span>
        )}
        <Name>{row.name}</Name>
      </span>
      {row.deleted && deleted !== undefined && <Tag>{deleted}</Tag>}
    </span>
  );
}

/** Returns the columns of a folder's current or past state. */
export function objectColumns(t: Text, rewound: boolean): readonly DataTableColumn<ObjectRow>[] {
  return [
    {
      id: 'name',
      header: t('column.name'),
      primary: true,
      sortable: true,
      cell: (row) => <RowName row={row} deleted={rewound ? undefined : t('deleted')} />,
    },
    {
      id: 'modified',
      header: t(rewound ? 'column.objectDate' : 'column.modified'),
      sortable: true,
      width: '176px',
      cell: ({ modified }) =>
        modified === undefined ? (
          '—'
        ) : (
          <span title={formatDateTimeZone(modified)}>{formatDateTime(modified)}</span>
        ),
    },
    {
      id: 'size',
      header: t('column.size'),
      fact: true,
      align: 'end',
      sortable: true,
      width: '92px',
      narrowWidth: '76px',
      cell: ({ size }) => formatSize(size),
    },
    ...(rewound ? [deletedColumn(t)] : []),
  ];
}

function deletedColumn(t: Text): DataTableColumn<ObjectRow> {
  return {
    id: 'deleted',
    header: t('column.deleted'),
    fact: true,
    width: '92px',
    narrowWidth: '64px',
    cell: ({ deleted }) => t(deleted ? 'yes' : 'no'),
  };
}
