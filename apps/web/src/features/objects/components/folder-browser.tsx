import { useHotkeys } from '@mantine/hooks';
import type { Bucket } from '@stowage/contract/buckets';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { useTransferStore } from '#web/entities/transfers/transfer-context.ts';
import type { ChosenFile } from '#web/entities/transfers/upload-batch.ts';
import { showError } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch } from '#web/lib/router/search.ts';
import { activeRow } from '#web/ui/data-table-focus.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { objectsText } from '../en.ts';
import { browseSearch } from '../model/browse-search.ts';
import { droppedFiles } from '../model/dropped-files.ts';
import type { ObjectRow } from '../model/object-row.ts';
import { BrowserHeader } from './browser-header.tsx';
import { NoList, NoMatch } from './browser-states.tsx';
import { DeletionDialogs } from './deletion-dialogs.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import classes from './folder-browser.module.css';
import { ListingFooter } from './listing-footer.tsx';
import { NewPathDialog } from './new-path-dialog.tsx';
import { ObjectTable } from './object-table.tsx';
import { ObjectToolbar } from './object-toolbar.tsx';
import { SelectionNotice } from './selection-notice.tsx';
import { useDeletion } from './use-deletion.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFolderListing } from './use-folder-listing.ts';
import { useSlowNotice } from './use-slow-notice.ts';

interface FolderBrowserProps {
  readonly info: Bucket;
  readonly folder: string;
  /** Key of the object whose details are open. */
  readonly object: string | undefined;
  readonly Detail: ComponentType<ObjectDetailProps>;
}

/** Puts the files of a choice or a drop on their way into the folder. */
function useUpload(bucket: string, folder: string, allowed: boolean) {
  const t = useText(objectsText);
  const store = useTransferStore();
  const upload = useCallback(
    (files: readonly ChosenFile[]) => store.upload(files, { bucket, folder }),
    [store, bucket, folder],
  );
  const over = useFileDrop(allowed, (items) => {
    droppedFiles(items).then(upload, (error: Error) =>
      showError(new Error(t('upload.unreadable', { reason: error.message }))),
    );
  });
  return { upload, over };
}

/** Whether a key was pressed on the page itself, and nothing there has taken it: no dialog, no menu. */
function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  const inFront = target instanceof Element && target.closest('[role="dialog"], [role="menu"]');
  return !event.defaultPrevented && !inFront;
}

/** When the details have closed and the focus went with them, it goes back to the row. */
function useFocusBack(object: string | undefined): void {
  const before = useRef(object);
  useEffect(() => {
    if (before.current !== undefined && object === undefined) recoverFocus(activeRow, 'main');
    before.current = object;
  }, [object]);
}

/** A folder of a bucket: its rows, what can be done with them, and the details of one. */
export function FolderBrowser({ info, folder, object, Detail }: FolderBrowserProps) {
  const bucket = info.name;
  const t = useText(objectsText);
  const go = useGo();
  const abilities = objectAbilities(info.allowedActions);
  const [{ search, sort }, changeSearch] = useSearch(browseSearch);
  const listing = useFolderListing({ bucket, folder, search }, sort, abilities.list);
  const slow = useSlowNotice(abilities.list && listing.fetching);
  const namingPath = useDialog<true>();
  const { upload, over } = useUpload(bucket, folder, abilities.upload);
  const deletion = useDeletion(`${bucket}/${folder}?${search}`);

  const hrefOf = useCallback(
    (row: ObjectRow) => {
      // The search of a folder stays with its objects, and ends where another folder begins.
      const kept = { sort, search: row.isFolder ? '' : search };
      const query = formatSearch(browseSearch, kept);
      return pagePath('objectBrowser', { bucketName: bucket, rest: row.key }, query);
    },
    [bucket, search, sort],
  );
  const closeDetail = () =>
    go(hrefOf({ key: folder, name: '', isFolder: false, size: undefined, modified: undefined }));
  useFocusBack(object);
  useHotkeys(
    object === undefined
      ? []
      : [['Escape', (event) => isForPage(event) && closeDetail(), { preventDefault: false }]],
    [],
  );

  function content(): ReactNode {
    if (!abilities.list) return <NoList bucket={bucket} canUpload={abilities.upload} />;
    if (listing.error) {
      return (
        <ErrorState
          title={t('failed')}
          error={listing.error}
          retrying={listing.fetching}
          onRetry={listing.refresh}
        />
      );
    }
    const partly = listing.hasMore || listing.moreFailed || listing.rowsBefore > 0;
    const none = !listing.loading && listing.rows.length === 0 && !listing.hasMore;
    if (none && search !== '') return <NoMatch search={search} />;
    return (
      <>
        {partly && deletion.selection.size >= listing.rows.length && (
          <SelectionNotice
            loaded={listing.rows.length}
            everything={deletion.everything}
            searching={search !== ''}
            onSelectEverything={deletion.selectEverything}
            onClear={() => deletion.select(new Set())}
          />
        )}
        <ObjectTable
          bucket={bucket}
          listing={listing}
          abilities={abilities}
          sort={sort}
          onSort={(next) => changeSearch({ sort: next })}
          hrefOf={hrefOf}
          currentKey={object}
          selection={deletion.selection}
          onSelectionChange={deletion.select}
          onDelete={deletion.ask}
        />
        <ListingFooter listing={listing} sort={sort} />
      </>
    );
  }

  return (
    <>
      <BrowserHeader bucket={bucket} folder={folder} info={info} />
      <div className={classes.layout} data-detail={object !== undefined || undefined}>
        <div className={classes.listing}>
          <PageBody width="full">
            <ObjectToolbar
              abilities={abilities}
              search={search}
              onSearch={(text) => changeSearch({ search: text })}
              place={`${bucket}/${folder}`}
              selected={deletion.selection.size}
              everything={deletion.everything}
              onDeleteSelected={() =>
                deletion.ask(deletion.everything ? 'everything' : [...deletion.selection])
              }
              refreshing={listing.fetching && !listing.loading && !listing.loadingMore}
              onRefresh={listing.refresh}
              onNewPath={() => namingPath.open(true)}
              onUpload={upload}
            />
            <div className={classes.slow} role="status">
              {slow.shown &&
                (slow.seconds === undefined
                  ? t('slow')
                  : t('slowSeconds', { seconds: slow.seconds }))}
            </div>
            {content()}
          </PageBody>
        </div>
        {object !== undefined && (
          <Detail
            bucket={info}
            objectKey={object}
            onClose={closeDetail}
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
          onOpen={(path) => go(pagePath('objectBrowser', { bucketName: bucket, rest: path }))}
        />
      )}
      <DeletionDialogs
        place={{ bucket, folder, search }}
        deletion={deletion}
        versioned={info.details?.versioning === true}
        canUndo={abilities.undoDelete}
        onDeleted={(doomed) => {
          deletion.select(new Set());
          if (object === undefined) return;
          if (doomed === 'everything' || doomed.includes(object)) closeDetail();
        }}
      />
    </>
  );
}
