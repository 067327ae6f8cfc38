import { createContext, useContext, useSyncExternalStore } from 'react';
import { randomId } from '#web/lib/random-id.ts';
import { sendUpload } from './send-upload.ts';
import type { TransferState } from './transfer-reducer.ts';
import { TransferStore } from './transfer-store.ts';

/** The transfers of the page. They live longer than any screen, and than a login. */
export const TransferContext = createContext(
  new TransferStore({
    send: sendUpload,
    now: () => performance.now(),
    newId: randomId,
  }),
);

/** The store, to begin or end transfers with. */
export function useTransferStore(): TransferStore {
  return useContext(TransferContext);
}

/** The transfers as they stand; the component renders again when they change. */
export function useTransfers(): TransferState {
  const store = useTransferStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
