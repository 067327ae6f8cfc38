import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';
import type { RunningRequests } from './running-requests.ts';

export interface ClosePatience {
  /** Milliseconds that running requests have to finish. */
  readonly requests: number;
  /** Milliseconds for the last responses and for endless streams to finish. */
  readonly answers: number;
}

export const CLOSE_PATIENCE: ClosePatience = { requests: 10_000, answers: 1000 };

/**
 * Stops accepting connections and lets running requests finish. Those that take too long are
 * refused, or cut off if their response has started. Resolves when no request is running.
 */
export async function closeServer(
  server: Server,
  running: RunningRequests,
  options: { patience: ClosePatience; refuse: (exchange: Exchange) => Promise<void> },
): Promise<void> {
  const { patience, refuse } = options;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await running.idle(patience.requests);
  const refusals = running.unanswered().map(refuse);
  await Promise.race([
    Promise.all([closed, ...refusals]),
    pause(patience.answers, undefined, { ref: false }),
  ]);
  server.closeAllConnections();
  await closed;
  // Requests that were cut off notice it; one that does not must not delay the shutdown.
  await running.idle(patience.answers);
}
