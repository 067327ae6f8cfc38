import { StorageRequestError } from '@stowage/storage-client/errors';

/** Waits for an answer; undefined where the storage server refuses it to the caller. */
export async function unlessDenied<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StorageRequestError && error.code === 'AccessDenied') return undefined;
    throw error;
  }
}
