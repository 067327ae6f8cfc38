import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { objectsText } from '../en.ts';
import { type FolderView, isSearch, noSearch } from '../model/browse-search.ts';
import type { FolderListing } from './use-folder-listing.ts';
import { useSlowNotice } from './use-slow-notice.ts';
import classes from './view-notices.module.css';

interface NoticeProps {
  readonly children: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
  /** Updates continuously, so screen readers are not notified of each change. */
  readonly live?: boolean;
}

function Notice({ children, action, onAction, live = false }: NoticeProps) {
  return (
    <div className={classes.notice} role={live ? undefined : 'status'}>
      <span className={classes.text}>{children}</span>
      <Button size="compact-sm" variant="subtle" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

/** The progress of a search, with a button to stop it. */
function SearchNotice({ listing, onClear }: { listing: FolderListing; onClear: () => void }) {
  const t = useText(objectsText);
  const { rows, rowsBefore, scanned, searching, stopped, hasMore, moreFailed } = listing;
  const count = rowsBefore + rows.length;
  const counts = { count, found: formatNumber(count), scanned: formatNumber(scanned) };
  if (searching) {
    return (
      <Notice live action={t('searching.stop')} onAction={listing.stop}>
        {t('searching.running', counts)}
      </Notice>
    );
  }
  if (stopped) {
    return (
      <Notice action={t('searching.goOn')} onAction={listing.goOn}>
        {t('searching.stopped', counts)}
      </Notice>
    );
  }
  if (listing.error || moreFailed) return null;
  return (
    <Notice action={t('searching.clear')} onAction={onClear}>
      {t(hasMore ? 'searching.partly' : 'searching.done', counts)}
    </Notice>
  );
}

interface ViewNoticesProps {
  readonly bucket: string;
  readonly view: FolderView;
  readonly listing: FolderListing;
  readonly onChange: (view: Partial<FolderView>) => void;
}

/** Says which part or past state of a folder is shown, with a way back to the current one. */
export function ViewNotices({ bucket, view, listing, onChange }: ViewNoticesProps) {
  const t = useText(objectsText);
  // A running search reports its own progress.
  const slow = useSlowNotice(listing.fetching && !isSearch(view));
  return (
    <>
      {view.rewind !== '' && (
        <Notice action={t('rewind.off')} onAction={() => onChange({ rewind: '' })}>
          {t('rewind.shown', { bucket, time: formatDateTimeZone(view.rewind) })}
        </Notice>
      )}
      {view.from !== '' && (
        <Notice action={t('jump.back')} onAction={() => onChange({ from: '' })}>
          {t('jump.shown', { name: isolatedText(view.from) })}
        </Notice>
      )}
      {isSearch(view) && <SearchNotice listing={listing} onClear={() => onChange(noSearch)} />}
      <div className={classes.slow} role="status">
        {slow.shown &&
          (slow.seconds === undefined ? t('slow') : t('slowSeconds', { seconds: slow.seconds }))}
      </div>
    </>
  );
}
