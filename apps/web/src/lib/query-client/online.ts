import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isLoopback } from '#web/lib/loopback.ts';

/**
 * A console on the local machine is reachable without a network, so its calls do not wait for one.
 */
export function needNoNetwork({ hostname }: Pick<Location, 'hostname'>): void {
  if (isLoopback(hostname)) onlineManager.setEventListener(() => () => {});
}

/** False while calls wait for the machine to be online again. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}
