import { StorageRequestError } from '../errors.ts';

/** A document that may not be there: undefined where the server says so by this code. */
export async function unlessMissing(
  document: Promise<Buffer>,
  code: string,
): Promise<Buffer | undefined> {
  try {
    return await document;
  } catch (error) {
    if (error instanceof StorageRequestError && error.code === code) return undefined;
    throw error;
  }
}
