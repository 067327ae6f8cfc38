import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isLoopback } from '#web/lib/loopback.ts';

/**
 * Lets calls proceed offline on a console on the local machine, which is reachable without a
 * network.
 */
export function needNoNetwork({ hostname }: Pick<Location, 'hostname'>): void {
  if (isLoopback(hostname)) onlineManager.setEventListener(() => () => {});
}

/** Whether the machine is online; false while calls wait for it. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}
