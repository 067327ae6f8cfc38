import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isLoopback } from '#web/lib/loopback.ts';

/** A console on this very machine is reached without a network: calls to it wait for none. */
export function needNoNetwork({ hostname }: Pick<Location, 'hostname'>): void {
  if (isLoopback(hostname)) onlineManager.setEventListener(() => () => {});
}

/** False while calls wait until the machine has a network again. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}
