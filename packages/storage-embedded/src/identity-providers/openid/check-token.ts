import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-document.ts';

/** Tolerated clock skew of a provider. */
const CLOCK_TOLERANCE = '30s';

/** Only asymmetric algorithms: with a shared secret, the provider's clients could forge tokens. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Why a token was rejected. Contains nothing from the token. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly isExpired: boolean;

  constructor(message: string, isExpired = false) {
    super(message);
    this.isExpired = isExpired;
  }
}

/** The claims of a valid token. */
export interface CheckedClaims extends JWTPayload {
  readonly sub: string;
  readonly iss: string;
  /** Seconds since the epoch. */
  readonly exp: number;
}

/**
 * Checks that a token is signed by the provider, current, and for this client.
 *
 * @throws TokenError, ProviderError
 */
export async function checkToken(
  provider: Provider,
  clientId: string,
  token: string,
): Promise<CheckedClaims> {
  const { issuer } = await provider.discovery();
  const { payload } = await jwtVerify(token, await provider.keys(), {
    issuer,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['sub', 'exp', 'iss', 'aud'],
  }).catch((error: unknown) => {
    throw refusal(error);
  });
  const { sub = '', iss = '', exp = 0, aud, azp } = payload;
  if (![aud].flat().includes(clientId) && azp !== clientId) {
    throw new TokenError('Neither aud nor azp of the token name the client of this server');
  }
  if (sub === '') {
    throw new TokenError('The token has an empty claim sub');
  }
  return { ...payload, sub, iss, exp };
}

function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) {
    return new TokenError('The token has expired', true);
  }
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) {
    return new ProviderError('the keys of the provider could not be read');
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new TokenError(`The token has a claim ${error.claim} that does not fit`);
  }
  if (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return new TokenError('The provider has no key of the name that the token gives');
  }
  return error instanceof errors.JOSEError
    ? new TokenError('The token is not signed as the provider signs')
    : error;
}
