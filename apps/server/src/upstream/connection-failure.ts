import { AddressRefusedError } from '@stowage/storage-client/errors';

/** The reasons why a connection cannot be established. */
export type ConnectionFailure =
  | 'name-not-found'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'certificate'
  | 'tls'
  | 'not-allowed'
  | 'protocol';

const CODES: Readonly<Record<string, ConnectionFailure>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  EPROTO: 'tls',
};

/** Classifies a connection error in one word that reveals nothing about the other side. */
export function connectionFailure(error: unknown): ConnectionFailure {
  if (!(error instanceof Error)) return 'protocol';
  if (error instanceof AddressRefusedError) return 'not-allowed';
  if (error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_SSL_')) return 'tls';
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  // The actual error may be nested: with several addresses, or behind the connection pool.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return known ?? (inner instanceof Error ? connectionFailure(inner) : 'protocol');
}
