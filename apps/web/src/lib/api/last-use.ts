const GRAIN_MS = 1000;

let usedAt = Date.now();
const listeners = new Set<() => void>();

/** Notes that the server has answered a call of the session just now. */
export function noteUse(): void {
  const now = Date.now();
  if (Math.abs(now - usedAt) < GRAIN_MS) return;
  usedAt = now;
  for (const listener of listeners) listener();
}

/** When the session was used last by this page; milliseconds since the epoch. */
export function lastUse(): number {
  return usedAt;
}

/** Calls the listener after each use, until the function that it gives is called. */
export function onUse(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
