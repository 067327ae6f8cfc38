import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import type { Outcome } from './operation.ts';

/** Codes that concern the server or the session: any other object would fail as well. */
const ABOUT_ALL: ReadonlySet<string> = new Set([
  'SessionRequired',
  'BucketNotFound',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFull',
]);

/** Whether a server asks to slow down. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageRequestError && (error.status === 503 || error.status === 429);
}

/**
 * Maps an error to the outcome for its object.
 * @throws the error itself if it does not concern this object alone
 */
export function stepFailure(error: unknown): Outcome {
  const known = error instanceof ConsoleError ? error : storageError(error);
  if (!known || ABOUT_ALL.has(known.code) || isBusy(error)) throw error;
  return { kind: 'failed', code: known.code, detail: known.detail };
}
