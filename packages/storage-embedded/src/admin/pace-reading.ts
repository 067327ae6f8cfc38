import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_REST_MS = 1000;

/**
 * Pauses between reads so that reading takes no more than a share of the time; called after each
 * read.
 */
export function paceReading(share: number): () => Promise<void> {
  let mark = performance.now();
  return async () => {
    const took = performance.now() - mark;
    await pause(Math.min(took * (1 / share - 1), LONGEST_REST_MS), undefined, { ref: false });
    mark = performance.now();
  };
}
