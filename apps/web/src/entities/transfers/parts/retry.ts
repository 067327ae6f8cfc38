import { UploadError } from '../send-request.ts';

/** Back-off delays in milliseconds, long enough for a server to restart. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];
/** Server errors that a retry does not fix. */
const final = new Set([501, 507]);

/** Whether the error is transient and the same request may succeed later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UploadError)) return false;
  const { status, code } = error.failure;
  if (status === undefined || code === 'ChecksumMismatch') return true;
  return status === 408 || status === 429 || (status >= 500 && !final.has(status));
}

/** Waits; less if the browser comes online again, longer while it is offline. */
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
  /** Called before a delay, and when an attempt succeeds after one. */
  readonly onStall: (stalled: boolean) => void;
}

/** Retries transient errors for two minutes, and for as long as the browser is offline. */
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
