import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { useSession } from '#web/entities/session/session.ts';
import { useTransferStore } from '#web/entities/transfers/transfer-context.ts';
import { reportSessionLost } from '#web/lib/api/session-lost.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { transfersText } from './en.ts';

/**
 * A browser opens six connections to a server. Uploads take at most four of
 * them, so that the pages stay usable while they run.
 */
const maxAtOnce = 4;

/** The store learns who is logged in; without the shell nothing goes on until they are back. */
function useOwner(): void {
  const store = useTransferStore();
  const { accountName, uploads } = useSession();
  useEffect(() => {
    store.setOwner(accountName);
    store.setConcurrency(Math.min(uploads, maxAtOnce));
  }, [store, accountName, uploads]);
  useEffect(() => () => store.suspend(), [store]);
}

/** For so many milliseconds the upload itself says that the session has ended; then the login opens. */
const readingTime = 4000;

/** When a batch has ended: says so, and loads again what it changed. */
function useBatchEnds(): void {
  const store = useTransferStore();
  const queryClient = useQueryClient();
  const t = useText(transfersText);
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const forget = store.onBatchEnd(({ bucket, outcome }) => {
      if (outcome === 'stored') showMessage(t('stored'));
      if (outcome === 'failed' || outcome === 'sessionEnded') {
        showError(new Error(t('notStored')));
      }
      if (outcome === 'sessionEnded') {
        leaving ??= setTimeout(() => reportSessionLost('unauthorized'), readingTime);
        return;
      }
      void refreshListings(queryClient, bucket);
      void queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    });
    return () => {
      forget();
      clearTimeout(leaving);
    };
  }, [store, queryClient, t]);
}

/** The browser asks before the tab is closed while something is on its way. */
function useLeaveWarning(running: boolean): void {
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [running]);
}

/** What transfers do beyond the dock, for as long as somebody is logged in. */
export function useTransferEffects(running: boolean): void {
  useOwner();
  useBatchEnds();
  useLeaveWarning(running);
}
