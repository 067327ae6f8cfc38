import { useState } from 'react';
import { useTransferStore, useTransfers } from '#web/entities/transfers/transfer-context.ts';
import { groupState, type UploadGroup } from '#web/entities/transfers/upload-group.ts';
import type { DockList } from '#web/ui/dock/dock.tsx';
import { PausedRow } from './paused-row.tsx';
import { TransferRow } from './transfer-row.tsx';
import { usePausedUploads } from './use-paused-uploads.ts';
import { useTransferEffects } from './use-transfer-effects.ts';

/** Returns the destinations of failed files that this page still has and can retry. */
function placesAtHand(groups: readonly UploadGroup[]): ReadonlySet<string> {
  const files = groups.flatMap(({ bucket, failed }) =>
    failed.map(({ file }) => `${bucket}/${file.key}`),
  );
  return new Set(files);
}

/** Returns running, interrupted and finished uploads as rows of the dock. */
export function useUploadList(): DockList {
  const store = useTransferStore();
  const { groups } = useTransfers();
  const paused = usePausedUploads(store.ledger);
  const [hidden, hide] = useState<ReadonlySet<string>>(new Set());
  const running = groups.filter((group) => groupState(group) === 'running');
  const finished = groups.filter((group) => groupState(group) !== 'running').reverse();
  const atHand = placesAtHand(groups);
  const interrupted = paused.filter(
    ({ id, bucket, key }) => !hidden.has(id) && !atHand.has(`${bucket}/${key}`),
  );
  useTransferEffects(running.length > 0);
  const rowOf = (group: UploadGroup) => <TransferRow key={group.id} group={group} />;
  return {
    id: 'uploads',
    rows: [
      ...running.map(rowOf),
      ...interrupted.map((record) => <PausedRow key={record.id} record={record} />),
      ...finished.map(rowOf),
    ],
    running: running.length,
    cancelAll: () => store.cancelAll(),
    clear: () => {
      store.dismissFinished();
      // They reappear when the page is loaded again.
      hide(new Set(paused.map(({ id }) => id)));
    },
  };
}
