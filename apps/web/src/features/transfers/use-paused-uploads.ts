import { useEffect, useState } from 'react';
import type { UploadLedger, UploadRecord } from '#web/entities/transfers/parts/upload-ledger.ts';

/** Returns this account's uploads that no tab is working on, from the browser's ledger. */
export function usePausedUploads(ledger: UploadLedger): readonly UploadRecord[] {
  const [paused, setPaused] = useState<readonly UploadRecord[]>([]);
  useEffect(() => {
    let turn = 0;
    const read = async () => {
      turn += 1;
      const mine = turn;
      const records = await ledger.paused();
      if (mine === turn) setPaused(records);
    };
    const changed = () => void read();
    changed();
    const forget = ledger.subscribe(changed);
    return () => {
      turn += 1;
      forget();
    };
  }, [ledger]);
  return paused;
}
