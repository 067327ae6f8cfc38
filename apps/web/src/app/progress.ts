import type { AnyRouter } from '@tanstack/react-router';
import { setClientState } from '#web/lib/client-state/client-state.ts';

const steps = [
  ['onBeforeNavigate', 20],
  ['onBeforeLoad', 45],
  ['onLoad', 80],
  ['onResolved', 100],
] as const;

/** Keeps the loading progress in step with the router; returns how to stop. */
export function followProgress(router: AnyRouter): () => void {
  const stops = steps.map(([event, percent]) =>
    router.subscribe(event, (change) => {
      if (change.pathChanged || percent === 100) setClientState({ loadingProgress: percent });
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
