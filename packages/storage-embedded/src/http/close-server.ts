import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';
import type { RunningRequests } from './running-requests.ts';

export interface ClosePatience {
  /** Milliseconds that requests under way have to end. */
  readonly requests: number;
  /** Milliseconds for the last answers, and streams without an end, to leave. */
  readonly answers: number;
}

export const CLOSE_PATIENCE: ClosePatience = { requests: 10_000, answers: 1000 };

/**
 * Takes no new connection and lets the requests under way end. Those that take too long are
 * refused, or cut where their answer has begun. Resolves when no request is under way.
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
  // Those that were cut notice it; one that does not must not hold up the end.
  await running.idle(patience.answers);
}
