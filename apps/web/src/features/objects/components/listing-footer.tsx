import { Button } from '@mantine/core';
import { zoneName } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';
import type { ObjectSort } from '../model/object-row.ts';
import classes from './listing-footer.module.css';
import type { FolderListing } from './use-folder-listing.ts';

interface ListingFooterProps {
  readonly listing: FolderListing;
  readonly sort: ObjectSort;
}

function useCount({ listing, sort }: ListingFooterProps): string {
  const t = useText(objectsText);
  const { rows, rowsBefore, hasMore, moreFailed } = listing;
  const count = rows.length;
  const formatted = formatNumber(count);
  if (rowsBefore > 0) {
    const from = formatNumber(rowsBefore + 1);
    return t('window', { from, to: formatNumber(rowsBefore + count) });
  }
  if (!hasMore && !moreFailed) return t('loaded', { count, formatted });
  const inOrder = sort.column === 'name' && !sort.descending;
  return inOrder ? t('loadedSoFar', { formatted }) : t('sortedSoFar', { formatted });
}

/** How much of a folder is loaded, the time zone of its dates, and errors in loading more. */
export function ListingFooter(props: ListingFooterProps) {
  const { listing } = props;
  const t = useText(objectsText);
  const count = useCount(props);
  if (listing.loading || listing.rows.length === 0) return null;
  return (
    <div className={classes.footer} role="status">
      <span>{`${count} · ${t('zone', { zone: zoneName() })}`}</span>
      {listing.moreFailed && (
        <>
          <span className={classes.failed}>{t('moreFailed')}</span>
          <Button size="compact-xs" variant="default" onClick={listing.loadNext}>
            {t('retry')}
          </Button>
        </>
      )}
      {listing.outdated && (
        <>
          <span>{t('changed')}</span>
          <Button size="compact-xs" variant="default" onClick={listing.refresh}>
            {t('refresh')}
          </Button>
        </>
      )}
    </div>
  );
}
