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
 * Browsers open at most six connections to a server. Uploads use at most four of them, so that the
 * pages stay responsive.
 */
const maxAtOnce = 4;

/** Tells the store who is logged in; without the shell it is suspended until they are back. */
function useOwner(): void {
  const store = useTransferStore();
  const { accountName, uploads } = useSession();
  useEffect(() => {
    store.setOwner(accountName);
    store.setConcurrency(Math.min(uploads, maxAtOnce));
  }, [store, accountName, uploads]);
  useEffect(() => () => store.suspend(), [store]);
}

/** How long the ended session is reported at the upload before the login opens, in milliseconds. */
const readingTime = 4000;

/** Announces the end of a batch, and reloads what it changed. */
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

/** Makes the browser ask before the tab is closed during a transfer. */
function useLeaveWarning(running: boolean): void {
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [running]);
}

/** Runs the side effects of transfers outside the dock, while logged in. */
export function useTransferEffects(running: boolean): void {
  useOwner();
  useBatchEnds();
  useLeaveWarning(running);
}
