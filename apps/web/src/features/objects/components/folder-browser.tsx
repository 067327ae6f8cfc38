import { useHotkeys } from '@mantine/hooks';
import type { Bucket } from '@stowage/contract/buckets';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { rewindOf } from '#web/entities/object/rewind.ts';
import { useTransferStore } from '#web/entities/transfers/transfer-context.ts';
import type { ChosenFile } from '#web/entities/transfers/upload-batch.ts';
import { showError, showNotice } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { activeRow } from '#web/ui/data-table-focus.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { objectsText } from '../en.ts';
import { hasBounds, type ObjectSearch, otherFolderQuery, viewKey } from '../model/browse-search.ts';
import { droppedFiles } from '../model/dropped-files.ts';
import { BrowserHeader } from './browser-header.tsx';
import { NoList } from './browser-states.tsx';
import { DeleteObjectsDialog } from './delete-objects-dialog.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import classes from './folder-browser.module.css';
import { FolderContent } from './folder-content.tsx';
import { JumpField } from './jump-field.tsx';
import { NewPathDialog } from './new-path-dialog.tsx';
import { ObjectToolbar, SelectionToolbar } from './object-toolbar.tsx';
import { RewindDialog } from './rewind-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { UploadMenu } from './upload-menu.tsx';
import { useBulk } from './use-bulk.ts';
import { useDeletion } from './use-deletion.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFolderActions } from './use-folder-actions.tsx';
import { useFolderDownloads } from './use-folder-downloads.ts';
import { useFolderListing } from './use-folder-listing.ts';
import { useFolderView } from './use-folder-view.ts';
import { useSelectionActions } from './use-selection-actions.tsx';
import { useVersioned } from './use-versioned.ts';
import { ViewNotices } from './view-notices.tsx';

interface FolderBrowserProps {
  readonly info: Bucket;
  readonly folder: string;
  /** The key in the address if it is not an object, and so may be this folder. */
  readonly sought?: string | undefined;
  /** Key of the object whose details are open. */
  readonly object: string | undefined;
  readonly Detail: ComponentType<ObjectDetailProps>;
}

/** Uploads selected or dropped files into the folder. */
function useUpload(bucket: string, folder: string, allowed: boolean) {
  const t = useText(objectsText);
  const store = useTransferStore();
  const upload = useCallback(
    (files: readonly ChosenFile[]) => store.upload(files, { bucket, folder }),
    [store, bucket, folder],
  );
  const over = useFileDrop(allowed, (items) => {
    droppedFiles(items).then(
      (files) => (files.length > 0 ? upload(files) : showNotice(t('upload.nothing'), 'brief')),
      (error: Error) => showError(new Error(t('upload.unreadable', { reason: error.message }))),
    );
  });
  return { upload, over };
}

/**
 * Whether a key was pressed on the page itself, not in a dialog or menu, and was not handled yet.
 */
function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  const inFront = target instanceof Element && target.closest('[role="dialog"], [role="menu"]');
  return !event.defaultPrevented && !inFront;
}

/** Returns the focus to the row when the details are closed while focused. */
function useFocusBack(object: string | undefined): void {
  const before = useRef(object);
  useEffect(() => {
    if (before.current !== undefined && object === undefined) recoverFocus(activeRow, 'main');
    before.current = object;
  }, [object]);
}

/** A folder of a bucket: its rows, their actions, and the details of one. */
export function FolderBrowser({ info, folder, sought, object, Detail }: FolderBrowserProps) {
  const bucket = info.name;
  const abilities = objectAbilities(info.allowedActions);
  const { view, hrefOf, changeSort, changeView, openFolder, openOther } = useFolderView(
    bucket,
    folder,
  );
  const { search, sort } = view;
  const { enabled: rewound } = rewindOf(bucket, view);
  const listing = useFolderListing({ bucket, folder, view }, sort, abilities.list);
  const versioned = useVersioned(info);
  const namingPath = useDialog<true>();
  const searching = useDialog<true>();
  const [jump, setJump] = useState<string>();
  const { upload, over } = useUpload(bucket, folder, abilities.upload && !rewound);
  const deletion = useDeletion(`${bucket}/${folder}${viewKey(view)}`);
  const download = useFolderDownloads({ bucket, folder, view });
  const bulk = useBulk({ info, folder, view, versioned, selected: deletion });
  const rewinding = useDialog<true>();
  const folderActions = useFolderActions({
    ...{ abilities, view, versioned, rewound },
    refreshing: listing.fetching && !listing.loading && !listing.loadingMore,
    onRefresh: listing.refresh,
    onNewPath: () => namingPath.open(true),
    onJump: () => setJump(''),
    onRewind: () => rewinding.open(true),
    onDeleted: (deleted) => changeView({ deleted }),
    onDownloadThen: download.everything,
    onRestoreThen: abilities.upload ? bulk?.restoreAll : undefined,
  });
  const selectionActions = useSelectionActions({
    ...{ abilities, versioned, rewound },
    unlockable: info.details?.locking === false,
    single: !deletion.everything && deletion.selection.size === 1,
    onDownload: () =>
      deletion.everything ? download.everything() : download.these([...deletion.selection]),
    onDelete: () =>
      deletion.everything ? bulk?.ofSelected('delete') : deletion.ask([...deletion.selection]),
    onAsk: bulk?.ofSelected,
  });
  useFocusBack(object);
  useHotkeys(
    object === undefined
      ? []
      : [['Escape', (event) => isForPage(event) && openFolder(), { preventDefault: false }]],
    [],
  );
  const onSearch = (found: Partial<ObjectSearch>) => changeView({ ...found, from: '' });

  return (
    <>
      <BrowserHeader {...{ bucket, folder, info, object }} query={otherFolderQuery(view)} />
      <div className={classes.layout} data-detail={object !== undefined || undefined}>
        <div className={classes.listing}>
          <PageBody width="full">
            {deletion.selection.size > 0 ? (
              <SelectionToolbar
                selected={deletion.selection.size}
                everything={deletion.everything}
                actions={selectionActions}
                onClear={() => deletion.select(new Set())}
              />
            ) : (
              <ObjectToolbar
                canList={abilities.list}
                search={search}
                onSearch={(text) => onSearch({ search: text })}
                bounded={hasBounds(view)}
                onSearchOptions={() => searching.open(true)}
                place={`${bucket}/${folder}`}
                actions={folderActions}
                upload={abilities.upload && <UploadMenu onChoose={upload} disabled={rewound} />}
              />
            )}
            {jump !== undefined && (
              <JumpField
                typed={jump}
                onJump={(from) => changeView({ from, search: '' })}
                onClose={() => {
                  setJump(undefined);
                  recoverFocus(activeRow, 'main');
                }}
              />
            )}
            {abilities.list ? (
              <>
                <ViewNotices bucket={bucket} view={view} listing={listing} onChange={changeView} />
                <FolderContent
                  bucket={bucket}
                  view={view}
                  sought={sought}
                  versioned={versioned}
                  listing={listing}
                  abilities={abilities}
                  sort={sort}
                  onSort={changeSort}
                  hrefOf={hrefOf}
                  currentKey={object}
                  deletion={deletion}
                  onDownloadThen={download.folderThen}
                  onAsk={bulk?.ofOne}
                  onType={setJump}
                />
              </>
            ) : (
              <NoList bucket={bucket} canUpload={abilities.upload} />
            )}
          </PageBody>
        </div>
        {object !== undefined && (
          <Detail
            bucket={info}
            objectKey={object}
            onClose={openFolder}
            onDelete={(key) => deletion.ask([key])}
          />
        )}
      </div>
      {over && <DropOverlay place={`${bucket}/${folder}`} />}
      {namingPath.subject && (
        <NewPathDialog
          key={namingPath.turn}
          {...namingPath.frame}
          bucket={bucket}
          folder={folder}
          onOpen={openOther}
        />
      )}
      {rewinding.subject && (
        <RewindDialog
          key={rewinding.turn}
          {...rewinding.frame}
          bucket={bucket}
          rewind={view.rewind}
          onRewind={(rewind) => changeView({ rewind })}
        />
      )}
      {searching.subject && (
        <SearchDialog key={searching.turn} {...searching.frame} search={view} onSearch={onSearch} />
      )}
      <DeleteObjectsDialog
        opened={deletion.opened}
        bucket={bucket}
        keys={deletion.doomed}
        versioned={info.details?.versioning === true}
        canUndo={abilities.undoDelete}
        onClose={deletion.close}
        onDeleted={(keys) => {
          deletion.select(new Set());
          if (object !== undefined && keys.includes(object)) openFolder();
        }}
      />
    </>
  );
}
