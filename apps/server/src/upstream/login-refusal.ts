import { StorageRequestError } from '@stowage/storage-client/errors';

const REFUSALS: ReadonlySet<string> = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
]);

/** Whether the storage server says that it does not accept these keys, for whatever reason. */
export function isLoginRefusal(error: unknown): boolean {
  return error instanceof StorageRequestError && REFUSALS.has(error.code);
}
