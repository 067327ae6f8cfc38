import { StorageRequestError } from '../errors.ts';

/** Returns a document, or undefined if the server reports with this code that it does not exist. */
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
