import { previewOf } from '@stowage/contract/preview';
import {
  IconDownload,
  IconEye,
  IconFile,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPhotoSearch,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import { useObjectDialogs } from '#web/entities/object/object-dialogs.ts';
import { useDownload } from '#web/entities/object/use-download.ts';
import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import type { Selection } from '#web/ui/data-table-selection.ts';
import { Name } from '#web/ui/name.tsx';
import { objectsText } from '../en.ts';
import { type FileKind, fileKind } from '../model/file-kind.ts';
import type { ObjectColumn, ObjectRow, ObjectSort } from '../model/object-row.ts';
import classes from './object-table.module.css';
import type { FolderListing } from './use-folder-listing.ts';

interface ObjectTableProps {
  readonly bucket: string;
  readonly listing: FolderListing;
  readonly abilities: ObjectAbilities;
  readonly sort: ObjectSort;
  readonly onSort: (sort: ObjectSort) => void;
  /** Where a row leads. */
  readonly hrefOf: (row: ObjectRow) => string;
  readonly currentKey: string | undefined;
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onDelete: (keys: readonly string[]) => void;
}

const kindIcons: Readonly<Record<FileKind, typeof IconFile>> = {
  image: IconPhoto,
  audio: IconMusic,
  video: IconMovie,
  text: IconFileText,
  archive: IconFileZip,
  other: IconFile,
};

function RowName({ row }: { readonly row: ObjectRow }) {
  const Icon = row.isFolder ? IconFolder : kindIcons[fileKind(row.name)];
  return (
    <span
      className={classes.name}
      data-folder={row.isFolder || undefined}
      title={visibleName(row.name)}
    >
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        <Name>{row.name}</Name>
      </span>
    </span>
  );
}

function objectColumns(
  t: Translate<(typeof objectsText)['english']>,
): readonly (DataTableColumn<ObjectRow> & { readonly id: ObjectColumn })[] {
  return [
    {
      id: 'name',
      header: t('column.name'),
      primary: true,
      sortable: true,
      cell: (row) => <RowName row={row} />,
    },
    {
      id: 'modified',
      header: t('column.modified'),
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
  ];
}

const keyOf = (row: ObjectRow) => row.key;
const nameOf = (row: ObjectRow) => row.name;

function useRowActions({ bucket, abilities, hrefOf, onDelete }: ObjectTableProps) {
  const t = useText(objectsText);
  const go = useGo();
  const download = useDownload(bucket);
  const dialogs = useObjectDialogs();
  return useMemo(() => {
    const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
    const forObjects: readonly RowAction<ObjectRow>[] = dialogs
      ? [
          {
            id: 'preview',
            label: t('action.preview'),
            icon: <IconPhotoSearch {...icon} />,
            onSelect: ({ key, size }) => dialogs.preview({ bucket, key, size }),
          },
          {
            id: 'share',
            label: t('action.share'),
            icon: <IconShare {...icon} />,
            onSelect: ({ key, size }) => dialogs.share({ bucket, key, size }),
          },
        ]
      : [];
    const actions = (own: typeof forObjects): readonly (RowAction<ObjectRow> | false)[] => [
      {
        id: 'view',
        label: t('action.view'),
        icon: <IconEye {...icon} />,
        onSelect: (row) => go(hrefOf(row)),
      },
      ...own,
      abilities.download && {
        id: 'download',
        label: t('action.download'),
        icon: <IconDownload {...icon} />,
        onSelect: download,
      },
      abilities.delete && {
        id: 'delete',
        label: t('action.delete'),
        icon: <IconTrash {...icon} />,
        danger: true,
        onSelect: (row) => onDelete([row.key]),
      },
    ];
    const allowed = (own: typeof forObjects) => actions(own).filter((action) => action !== false);
    const ofFolders = allowed([]);
    const ofObjects = allowed(abilities.download ? forObjects : []);
    const withoutPreview = ofObjects.map((action) =>
      action.id === 'preview' ? { ...action, refusal: t('noPreview') } : action,
    );
    return ({ isFolder, name }: ObjectRow) => {
      if (isFolder) return ofFolders;
      return previewOf(name) ? ofObjects : withoutPreview;
    };
  }, [t, go, hrefOf, download, onDelete, abilities.download, abilities.delete, dialogs, bucket]);
}

/** The rows of a folder. */
export function ObjectTable(props: ObjectTableProps) {
  const { listing, abilities, sort, onSort, selection, onSelectionChange, onDelete } = props;
  const t = useText(objectsText);
  const columns = useMemo(() => objectColumns(t), [t]);
  const rowActions = useRowActions(props);
  return (
    <DataTable
      id="objects"
      label={t('table')}
      entity={t('entity')}
      columns={columns}
      rows={listing.rows}
      rowKey={keyOf}
      rowName={nameOf}
      rowHref={props.hrefOf}
      rowActions={rowActions}
      currentKey={props.currentKey}
      {...(abilities.delete ? { selection, onSelectionChange } : {})}
      {...(abilities.delete && {
        onDelete: (row: ObjectRow) => onDelete(selection.has(row.key) ? [...selection] : [row.key]),
      })}
      sort={sort}
      onSortChange={({ column, descending }) =>
        onSort({ column: columns.find(({ id }) => id === column)?.id ?? 'name', descending })
      }
      loading={listing.loading}
      empty={t('empty')}
      hasMore={listing.hasMore}
      loadingMore={listing.loadingMore}
      onReachEnd={listing.loadNext}
      rowsBefore={listing.rowsBefore}
      onReachStart={listing.loadPrevious}
    />
  );
}
