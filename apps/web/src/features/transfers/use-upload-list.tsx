import { useTransferStore, useTransfers } from '#web/entities/transfers/transfer-context.ts';
import { groupState } from '#web/entities/transfers/upload-group.ts';
import type { DockList } from '#web/ui/dock/dock.tsx';
import { TransferRow } from './transfer-row.tsx';
import { useTransferEffects } from './use-transfer-effects.ts';

/** The uploads that run or have run, as rows of the dock. */
export function useUploadList(): DockList {
  const store = useTransferStore();
  const { groups } = useTransfers();
  const running = groups.filter((group) => groupState(group) === 'running');
  const finished = groups.filter((group) => groupState(group) !== 'running').reverse();
  useTransferEffects(running.length > 0);
  return {
    id: 'uploads',
    rows: [...running, ...finished].map((group) => <TransferRow key={group.id} group={group} />),
    running: running.length,
    cancelAll: () => store.cancelAll(),
    clear: () => store.dismissFinished(),
  };
}
