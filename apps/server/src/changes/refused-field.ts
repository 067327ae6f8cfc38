import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../console-error.ts';
import { hasCode } from '../upstream/has-code.ts';

/**
 * Awaits a call; if the storage server rejects it with one of these codes, throws the error made
 * from the rejection.
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
 * Awaits a call; if the storage server rejects it with one of these codes, the named input is wrong
 * and the server's own message says why.
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
 * Awaits an optional document: undefined if the storage server reports by this code that it does
 * not exist.
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
