import { type LedgerStorage, UploadLedger } from '#web/entities/transfers/parts/upload-ledger.ts';
import { Slots } from '#web/entities/transfers/slots.ts';

/** A browser's storage, isolated. */
export function memoryStorage(): LedgerStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** A page's upload storage; another page of the same browser shares it. */
export function transferParts(storage = memoryStorage()) {
  const ledger = new UploadLedger({
    storage: () => storage,
    scope: () => '',
    onChange: () => {},
    hold: (_name, work) => work(),
    held: async () => new Set(),
  });
  return { ledger, slots: new Slots() };
}
