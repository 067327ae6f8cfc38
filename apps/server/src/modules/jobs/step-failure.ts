import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import type { Outcome } from './operation.ts';

/** Codes that are about the server or the session: no other object would fare better. */
const ABOUT_ALL: ReadonlySet<string> = new Set([
  'SessionRequired',
  'BucketNotFound',
  'StorageUnreachable',
  'StorageTimeout',
  'StorageFull',
]);

/** Whether a server asks to be given a moment. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageRequestError && (error.status === 503 || error.status === 429);
}

/**
 * What a failure means for the object that it happened to.
 * @throws the failure itself where it is not about this object alone
 */
export function stepFailure(error: unknown): Outcome {
  const known = error instanceof ConsoleError ? error : storageError(error);
  if (!known || ABOUT_ALL.has(known.code) || isBusy(error)) throw error;
  return { kind: 'failed', code: known.code, detail: known.detail };
}
