import { createContext, useContext, useSyncExternalStore } from 'react';
import { basePath } from '#web/lib/api/base-path.ts';
import { randomId } from '#web/lib/random-id.ts';
import { DirectWay } from './parts/direct-way.ts';
import { browserLedger } from './parts/upload-ledger.ts';
import { uploadSender } from './parts/upload-sender.ts';
import { Slots } from './slots.ts';
import type { TransferState } from './transfer-reducer.ts';
import { TransferStore } from './transfer-store.ts';

const now = () => performance.now();

/** The page's direct way for uploads, bypassing the console. */
export const directWay = new DirectWay(now);

function newTransferStore(): TransferStore {
  const slots = new Slots();
  const ledger = browserLedger(basePath);
  return new TransferStore({
    send: uploadSender({ ledger, slots, direct: directWay }),
    ...{ ledger, slots, now, newId: randomId },
  });
}

/** The transfers of the page. They outlive screens and logins. */
export const TransferContext = createContext(newTransferStore());

/** Returns the store, to start or cancel transfers. */
export function useTransferStore(): TransferStore {
  return useContext(TransferContext);
}

/** Returns the current transfers; the component re-renders when they change. */
export function useTransfers(): TransferState {
  const store = useTransferStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
