import { setTimeout as pause } from 'node:timers/promises';
import { StorageTimeoutError, StorageUnreachableError } from '@stowage/storage-client/errors';
import { isBusy } from './step-failure.ts';

/** Pauses before retries; in total, about as long as a storage server may take to restart. */
const PAUSES_MS = [500, 2000, 5000, 10_000, 20_000];

/**
 * Retries an action while the storage server is unreachable or asks to slow down. `again` is true
 * if an earlier attempt may have succeeded.
 * @throws the last error if the server does not come back, any other error at once, the signal's
 *    reason
 */
export async function withPatience<Result>(
  task: (again: boolean) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await task(tries > 0);
    } catch (error) {
      const milliseconds = PAUSES_MS[tries];
      if (milliseconds === undefined || !isPassing(error)) throw error;
      await pause(milliseconds, undefined, { signal });
    }
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof StorageUnreachableError ||
    error instanceof StorageTimeoutError ||
    isBusy(error)
  );
}
