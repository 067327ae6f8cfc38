const GRAIN_MS = 1000;

let usedAt = Date.now();
const listeners = new Set<() => void>();

/** Notes that the server has just responded to a call of the session. */
export function noteUse(): void {
  const now = Date.now();
  if (Math.abs(now - usedAt) < GRAIN_MS) return;
  usedAt = now;
  for (const listener of listeners) listener();
}

/** Returns when this page last used the session, in milliseconds since the epoch. */
export function lastUse(): number {
  return usedAt;
}

/** Calls the listener after each use; returns a function that removes it. */
export function onUse(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
