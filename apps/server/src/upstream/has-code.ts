import { StorageRequestError } from '@stowage/storage-client/errors';

/** Whether the storage server rejected a call with this code. */
export function hasCode(error: unknown, code: string): error is StorageRequestError {
  return error instanceof StorageRequestError && error.code === code;
}
