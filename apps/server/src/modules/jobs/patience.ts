import { setTimeout as pause } from 'node:timers/promises';
import { StorageTimeoutError, StorageUnreachableError } from '@stowage/storage-client/errors';
import { isBusy } from './step-failure.ts';

/** Pauses before a further try; the sum is what a restart of a storage server may take. */
const PAUSES_MS = [500, 2000, 5000, 10_000, 20_000];

/**
 * Does something again while the storage server does not answer or asks for a moment. `again` is
 * true when an earlier try may have done it.
 * @throws the last failure when it does not come back, any other at once, the signal's reason
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
