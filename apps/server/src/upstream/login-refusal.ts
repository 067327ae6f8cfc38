import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../console-error.ts';

const REFUSALS: ReadonlySet<string> = new Set([
  'AccessDenied',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidTokenId',
  'SignatureDoesNotMatch',
]);

/**
 * Whether the storage server says that it does not accept these keys, for whatever reason, or an
 * identity provider that it speaks for this user no more.
 */
export function isLoginRefusal(error: unknown): boolean {
  if (error instanceof ConsoleError) return error.code === 'SignOnFailed';
  return error instanceof StorageRequestError && REFUSALS.has(error.code);
}
