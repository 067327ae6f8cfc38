import * as openid from 'openid-client';
import { ConsoleError } from '../../console-error.ts';
import type { IdentityProvider } from './known-providers.ts';

/**
 * Tells a provider that cannot be reached from one that refuses.
 * @throws ConsoleError ProviderUnreachable, SignOnFailed, and those of what is asked
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

/** What the provider said itself, or an answer that does not fit what was asked. */
function isRefusal(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status < 500;
  if (error instanceof openid.AuthorizationResponseError) return true;
  if (error instanceof openid.WWWAuthenticateChallengeError) return true;
  return error instanceof openid.ClientError && !UNREACHED.has(error.code ?? '');
}

/** How the library names answers that are none of an OpenID provider. */
const UNREACHED: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);

/** In the words of the provider, or of the library; neither holds tokens. */
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
