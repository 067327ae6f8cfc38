import { useText } from '#web/lib/i18n/messages.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { objectsText } from '../en.ts';
import { type FolderView, isSearch } from '../model/browse-search.ts';
import { NoMatch, NotThere } from './browser-states.tsx';
import { ListingFooter } from './listing-footer.tsx';
import { ObjectTable, type ObjectTableProps } from './object-table.tsx';
import { SelectionNotice } from './selection-notice.tsx';
import type { useDeletion } from './use-deletion.ts';

interface FolderContentProps
  extends Omit<ObjectTableProps, 'selection' | 'onSelectionChange' | 'onDelete' | 'rewound'> {
  readonly view: FolderView;
  /** The key in the address if it is not an object. */
  readonly sought: string | undefined;
  readonly versioned: boolean;
  readonly deletion: ReturnType<typeof useDeletion>;
}

/** The rows of a folder, or why there are none. */
export function FolderContent({ view, sought, versioned, deletion, ...table }: FolderContentProps) {
  const { listing, sort } = table;
  const t = useText(objectsText);
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
  const searching = isSearch(view);
  // Selecting everything must select exactly what is listed.
  const partly =
    view.from === '' && (listing.hasMore || listing.moreFailed || listing.rowsBefore > 0);
  const none = !listing.loading && listing.rows.length === 0 && !listing.hasMore;
  if (none && searching) return listing.stopped ? null : <NoMatch search={view.search} />;
  if (none && sought !== undefined && view.from === '') {
    return <NotThere bucket={table.bucket} sought={sought} versioned={versioned} />;
  }
  return (
    <>
      {partly && listing.rows.length > 0 && deletion.selection.size >= listing.rows.length && (
        <SelectionNotice
          loaded={listing.rows.length}
          everything={deletion.everything}
          searching={searching}
          onSelectEverything={deletion.selectEverything}
          onClear={() => deletion.select(new Set())}
        />
      )}
      <ObjectTable
        {...table}
        rewound={view.rewind !== ''}
        selection={deletion.selection}
        onSelectionChange={deletion.select}
        onDelete={deletion.ask}
      />
      <ListingFooter listing={listing} sort={sort} />
    </>
  );
}
