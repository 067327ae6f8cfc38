import { UploadError } from '../send-request.ts';

/** Pauses between attempts, in milliseconds: a server that restarts is back within them. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];
/** What goes wrong with these again goes wrong for good. */
const final = new Set([501, 507]);

/** Whether the same request may do better a moment later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UploadError)) return false;
  const { status, code } = error.failure;
  if (status === undefined || code === 'ChecksumMismatch') return true;
  return status === 408 || status === 429 || (status >= 500 && !final.has(status));
}

/** Waits; shorter where the browser finds its network again, longer while it has none. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  const ring = () => {
    if (globalThis.navigator.onLine) wake();
  };
  const timer = setTimeout(ring, milliseconds);
  globalThis.addEventListener('online', wake);
  signal.addEventListener('abort', wake);
  await promise;
  clearTimeout(timer);
  globalThis.removeEventListener('online', wake);
  signal.removeEventListener('abort', wake);
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Told before a pause, and when an attempt has succeeded after one. */
  readonly onStall: (stalled: boolean) => void;
}

/** Tries again what may pass, for two minutes and for as long as there is no network. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { signal, onStall }: RetryOptions,
): Promise<Result> {
  for (let failed = 0; ; failed += 1) {
    try {
      const result = await attempt();
      if (failed > 0) onStall(false);
      return result;
    } catch (error) {
      const milliseconds = pauses[failed];
      if (signal.aborted || milliseconds === undefined || !isPassing(error)) throw error;
      onStall(true);
      await pause(milliseconds, signal);
      signal.throwIfAborted();
    }
  }
}
