import { setTimeout as pause } from 'node:timers/promises';
import type { AdminClient } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';

/** Milliseconds between requests, and for each response. */
const PAUSE = 300;
const ANSWER = 3000;
/**
 * A server shuts down a moment after confirming a restart: this many responses in a row mean that
 * it is back.
 */
const ANSWERS = 4;

/**
 * Waits until a server that was told to restart responds again.
 * @throws ConsoleError StorageTimeout if it does not
 */
export async function untilBack(
  admin: Pick<AdminClient, 'accountInfo'>,
  patience: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + patience;
  let answers = 0;
  while (answers < ANSWERS) {
    if (performance.now() > deadline) {
      const detail = `It has not answered for ${Math.round(patience / 1000)} s since the restart.`;
      throw new ConsoleError('StorageTimeout', { detail });
    }
    await pause(PAUSE, undefined, { signal });
    answers = (await isAnswering(admin, signal)) ? answers + 1 : 0;
  }
}

async function isAnswering(
  admin: Pick<AdminClient, 'accountInfo'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await admin.accountInfo({ signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER)]) });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    // An error response counts as well, unless the server says that it is not ready.
    return error instanceof StorageRequestError && error.status < 500;
  }
}
