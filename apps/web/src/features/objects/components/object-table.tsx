import { useMemo } from 'react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Selection } from '#web/ui/data-table-selection.ts';
import { objectsText } from '../en.ts';
import { parseSort } from '../model/loaded-rows.ts';
import type { ObjectRow, ObjectSort } from '../model/object-row.ts';
import { objectColumns } from './object-columns.tsx';
import type { Relocation } from './relocations.ts';
import type { FolderListing } from './use-folder-listing.ts';
import { useRowActions } from './use-row-actions.tsx';

export interface ObjectTableProps {
  readonly bucket: string;
  readonly listing: FolderListing;
  readonly abilities: ObjectAbilities;
  /** A past state is shown, which is read-only. */
  readonly rewound: boolean;
  /** For a folder in a past state. */
  readonly onDownloadThen: (key: string) => void;
  /** Opens the dialog of a bulk action for an object or folder; undefined if there are none. */
  readonly onAsk: ((kind: Relocation | 'restore', key: string) => void) | undefined;
  readonly sort: ObjectSort;
  readonly onSort: (sort: ObjectSort) => void;
  /** Where a row links to. */
  readonly hrefOf: (row: ObjectRow) => string | undefined;
  readonly currentKey: string | undefined;
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onDelete: (keys: readonly string[]) => void;
  /** Called when a character is typed on a row. */
  readonly onType: (character: string) => void;
}

const keyOf = (row: ObjectRow) => row.key;
const nameOf = (row: ObjectRow) => row.name;

/** The rows of a folder. */
export function ObjectTable(props: ObjectTableProps) {
  const { listing, abilities, rewound, sort, onSort, selection, onSelectionChange } = props;
  const t = useText(objectsText);
  const columns = useMemo(() => objectColumns(t, rewound), [t, rewound]);
  const rowActions = useRowActions(props);
  const { upload, delete: canDelete, download } = abilities;
  const canSelect = download || (rewound ? upload : canDelete);
  const onDelete = (row: ObjectRow) =>
    props.onDelete(selection.has(row.key) ? [...selection] : [row.key]);
  return (
    <DataTable
      id={rewound ? 'objects-rewound' : 'objects'}
      label={t('table')}
      entity={t('entity')}
      columns={columns}
      rows={listing.rows}
      rowKey={keyOf}
      rowName={nameOf}
      rowHref={props.hrefOf}
      rowActions={rowActions}
      currentKey={props.currentKey}
      {...(canSelect ? { selection, onSelectionChange } : {})}
      {...(canDelete && !rewound ? { onDelete } : {})}
      onType={props.onType}
      sort={sort}
      onSortChange={({ column, descending }) =>
        onSort(parseSort(`${descending ? '-' : ''}${column}`))
      }
      loading={listing.loading}
      empty={t(rewound ? 'emptyThen' : 'empty')}
      hasMore={listing.hasMore}
      loadingMore={listing.loadingMore}
      onReachEnd={listing.loadNext}
      rowsBefore={listing.rowsBefore}
      onReachStart={listing.loadPrevious}
    />
  );
}
