import type { TestFailure } from '@stowage/contract/notification-endpoints';

/** A target that does not do what it should; what it said is not kept. */
export class ProbeError extends Error {
  readonly failure: TestFailure;

  constructor(failure: TestFailure) {
    super(failure);
    this.name = 'ProbeError';
    this.failure = failure;
  }
}

const CODES: Readonly<Record<string, TestFailure>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
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
  // PostgreSQL
  '28000': 'credentials',
  '28P01': 'credentials',
  '3D000': 'database-missing',
};

/** What an error of a connection means. */
export function failureOf(error: unknown): TestFailure {
  if (error instanceof ProbeError) return error.failure;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_SSL_')) return 'tls';
  return (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? 'protocol';
}
