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

/** The way of the page's uploads past the console. */
export const directWay = new DirectWay(now);

function newTransferStore(): TransferStore {
  const slots = new Slots();
  const ledger = browserLedger(basePath);
  return new TransferStore({
    send: uploadSender({ ledger, slots, direct: directWay }),
    ...{ ledger, slots, now, newId: randomId },
  });
}

/** The transfers of the page. They live longer than any screen, and than a login. */
export const TransferContext = createContext(newTransferStore());

/** The store, to begin or end transfers with. */
export function useTransferStore(): TransferStore {
  return useContext(TransferContext);
}

/** The transfers as they stand; the component renders again when they change. */
export function useTransfers(): TransferState {
  const store = useTransferStore();
  return useSyncExternalStore(store.subscribe, store.state);
}
