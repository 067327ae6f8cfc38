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

/** How an STS says that it gives nothing for the token of an identity provider, such as to who has lost all policies. */
const TOKEN_REFUSALS: ReadonlySet<string> = new Set([
  'IDPRejectedClaim',
  'InvalidIdentityToken',
  'InvalidParameterValue',
  'WebIdentityTokenExpired',
]);

/** The same of somebody whose session is to go on. */
export function isRenewalRefusal(error: unknown): boolean {
  const isOfToken = error instanceof StorageRequestError && error.api === 'sts';
  return isLoginRefusal(error) || (isOfToken && TOKEN_REFUSALS.has(error.code));
}
