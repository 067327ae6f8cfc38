/** What keeps a directory from being asked, or from letting somebody in. */
export type DirectoryFailure =
  /** No such name, nothing listens there, or nothing answers in time. */
  | 'unreachable'
  /** The console may not connect to where the address leads. */
  | 'address-refused'
  /** Something answers that has no TLS, or not the one that is asked for. */
  | 'tls'
  /** The certificate is not trusted, has expired, or is another host's. */
  | 'certificate'
  /** The directory wants TLS before it takes a password. */
  | 'tls-required'
  /** Name or password of the lookup account are wrong, or it may not log in. */
  | 'bind-refused'
  /** There is nothing at a base DN, or the lookup account does not see it. */
  | 'base-dn-missing'
  /** The directory does not understand a filter. */
  | 'filter-invalid'
  | 'user-missing'
  /** The filter finds more than one. */
  | 'user-ambiguous'
  | 'password-wrong'
  /** More came than is reasonable. */
  | 'too-much'
  /** The directory refused for another reason. */
  | 'refused';

/** Why a directory could not be asked. What the directory said itself is in `said`, without passwords. */
export class DirectoryError extends Error {
  readonly failure: DirectoryFailure;
  /** The key of the configuration that it is about. */
  readonly key: string;
  readonly said: string;

  /** @param cause what the connection ended with */
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

/** What an error of a connection means. */
export function connectionFailure(error: unknown, secured: boolean): DirectoryFailure {
  if (error instanceof Error && error.name === 'TimeoutError') return 'unreachable';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return 'certificate';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  // Something that knows no TLS hangs up on it.
  if (secured && (code === 'ECONNRESET' || code === 'EPIPE')) return 'tls';
  return UNREACHABLE.has(code) || code === '' ? 'unreachable' : 'refused';
}
