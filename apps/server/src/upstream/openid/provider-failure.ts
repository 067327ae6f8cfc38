import * as openid from 'openid-client';
import { ConsoleError } from '../../console-error.ts';
import type { IdentityProvider } from './known-providers.ts';

/**
 * Distinguishes a provider that is unreachable from one that returns an error.
 * @throws ConsoleError ProviderUnreachable, SignOnFailed, and the request's own errors
 */
export async function reached<T>(
  { name }: Pick<IdentityProvider, 'name'>,
  asked: Promise<T>,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ConsoleError) throw error;
    throw new ConsoleError(isRefusal(error) ? 'SignOnFailed' : 'ProviderUnreachable', {
      detail: `${name}: ${reasonOf(error)}`,
      cause: error,
    });
  }
}

/** The provider's own error, or a response that does not match the request. */
function isRefusal(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status < 500;
  if (error instanceof openid.AuthorizationResponseError) return true;
  if (error instanceof openid.WWWAuthenticateChallengeError) return true;
  return error instanceof openid.ClientError && !UNREACHED.has(error.code ?? '');
}

/** The library's error codes for responses that do not come from an OpenID provider. */
const UNREACHED: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);

/** The message of the provider or the library; neither contains tokens. */
function reasonOf(error: unknown): string {
  if (
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.AuthorizationResponseError
  ) {
    return [error.error, error.error_description].filter(Boolean).join(': ').slice(0, 300);
  }
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return error.cause[0]?.parameters.error ?? 'it refuses the client';
  }
  if (!(error instanceof Error)) return 'it did not answer';
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.slice(0, 300);
}
