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
 * Whether an error means that the storage server does not accept these keys, for whatever reason,
 * or that an identity provider no longer vouches for this user.
 */
export function isLoginRefusal(error: unknown): boolean {
  if (error instanceof ConsoleError) return error.code === 'SignOnFailed';
  return error instanceof StorageRequestError && REFUSALS.has(error.code);
}

/**
 * How an STS refuses credentials for an identity provider's token, such as for a user who has lost
 * all policies.
 */
const TOKEN_REFUSALS: ReadonlySet<string> = new Set([
  'IDPRejectedClaim',
  'InvalidIdentityToken',
  'InvalidParameterValue',
  'WebIdentityTokenExpired',
]);

/** The same for a user whose session is to continue. */
export function isRenewalRefusal(error: unknown): boolean {
  const isOfToken = error instanceof StorageRequestError && error.api === 'sts';
  return isLoginRefusal(error) || (isOfToken && TOKEN_REFUSALS.has(error.code));
}
