/** Why a directory lookup or login failed. */
export type DirectoryFailure =
  /** The name does not exist, nothing listens there, or nothing answers in time. */
  | 'unreachable'
  /** The console may not connect to the resolved address. */
  | 'address-refused'
  /** The server does not support TLS, or not in the requested form. */
  | 'tls'
  /** The certificate is not trusted, has expired, or belongs to another host. */
  | 'certificate'
  /** The directory requires TLS before accepting a password. */
  | 'tls-required'
  /** The name or password of the lookup account is wrong, or it may not log in. */
  | 'bind-refused'
  /** The base DN does not exist, or the lookup account cannot see it. */
  | 'base-dn-missing'
  /** The directory rejected the filter as invalid. */
  | 'filter-invalid'
  | 'user-missing'
  /** The filter matches more than one user. */
  | 'user-ambiguous'
  | 'password-wrong'
  /** The answers exceeded a limit. */
  | 'too-much'
  /** The directory refused for another reason. */
  | 'refused';

/**
 * An error of a directory operation. The directory's own message is in `said`, without passwords.
 */
export class DirectoryError extends Error {
  readonly failure: DirectoryFailure;
  /** The configuration key that it concerns. */
  readonly key: string;
  readonly said: string;

  /** @param cause the connection's error */
  constructor(failure: DirectoryFailure, key: string, said = '', cause?: unknown) {
    super(said === '' ? `${failure} (${key})` : `${failure} (${key}): ${said}`, { cause });
    this.name = 'DirectoryError';
    this.failure = failure;
    this.key = key;
    this.said = said;
  }
}

const UNREACHABLE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENODATA',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EINVAL',
]);

const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

/** Maps a connection error to a failure. */
export function connectionFailure(error: unknown, secured: boolean): DirectoryFailure {
  if (error instanceof Error && error.name === 'TimeoutError') return 'unreachable';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return 'certificate';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  // A server without TLS support hangs up on the handshake.
  if (secured && (code === 'ECONNRESET' || code === 'EPIPE')) return 'tls';
  return UNREACHABLE.has(code) || code === '' ? 'unreachable' : 'refused';
}
