import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../console-error.ts';
import { hasCode } from '../upstream/has-code.ts';

/**
 * Waits for a call; where the storage server refuses it with one of these codes, fails with
 * the error that is made of the refusal.
 */
export async function refusedAs<Result>(
  codes: readonly string[],
  call: Promise<Result>,
  errorOf: (cause: StorageRequestError) => ConsoleError,
): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof StorageRequestError && codes.includes(cause.code))) throw cause;
    throw errorOf(cause);
  }
}

/**
 * Waits for a call; where the storage server refuses it with one of these codes,
 * the named input is wrong, and the server's own sentence says why.
 * @throws ConsoleError InvalidInput with the field
 */
export function refusedField<Result>(
  field: string,
  codes: readonly string[],
  call: Promise<Result>,
): Promise<Result> {
  return refusedAs(
    codes,
    call,
    (cause) => new ConsoleError('InvalidInput', { field, detail: cause.message, cause }),
  );
}

/**
 * Waits for a document that need not exist: undefined where the storage server says by
 * this code that there is none.
 */
export async function unlessMissing<Result>(
  code: string,
  call: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (hasCode(error, code)) return undefined;
    throw error;
  }
}
