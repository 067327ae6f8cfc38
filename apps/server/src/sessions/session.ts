import { createHash, timingSafeEqual } from 'node:crypto';
import type { Capabilities } from '@stowage/domain/capabilities';

/**
 * The source of credentials: temporary ones issued by the server's STS for a user's keys, for a
 * directory user or for an identity provider's token; or keys entered by the user, for a server
 * without STS, of a service account, or themselves temporary.
 */
export const CREDENTIAL_SOURCES = [
  'assume-role',
  'ldap',
  'web-identity',
  'keys',
  'service-account',
  'temporary',
] as const;
export type CredentialSourceName = (typeof CREDENTIAL_SOURCES)[number];

/** The credentials with which a session signs its calls to the storage server. */
export interface SessionCredentials {
  readonly source: CredentialSourceName;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Where a session is valid: one storage server at one mount. Elsewhere its cookie is useless, even
 * if consoles share the key.
 */
export interface Audience {
  /** The name of the storage server. */
  readonly server: string;
  /** The path where the console is mounted. */
  readonly mount: string;
}

/** The keys that a user entered, or the name and password of a directory user. */
export interface LoginKeys {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Required with temporary keys. */
  readonly sessionToken?: string | undefined;
}

/** An identity provider's assertion about a user. */
export interface WebIdentity {
  /** The provider and its own identifier of the user, which is unique. */
  readonly subject: string;
  /** The ID token, a JWT. */
  readonly token: string;
  /** The role at the storage server; without it a claim of the token names policies. */
  readonly roleArn?: string | undefined;
}

/** The provider through which a user has logged in, with its token. */
export interface SignedOn {
  readonly provider: string;
  /** The latest ID token: tells the provider at logout whose login is to end. */
  readonly idToken: string;
}

/** How a user authenticates. */
export type LoginProof = LoginKeys | WebIdentity;

/** The means to obtain a new ID token, if the provider issued any. */
export interface IdentityRenewal {
  readonly provider: string;
  /**
   * The provider's URL and the client id: the token must not be sent to another provider that later
   * has the same name.
   */
  readonly url: string;
  readonly clientId: string;
  /** The authenticated user: the `subject` of the identity. */
  readonly subject: string;
  readonly refreshToken: string;
}

/** Requests a new ID token from the provider. Throws if it does not issue one. */
export type RenewIdentity = (renewal: IdentityRenewal) => Promise<{
  readonly identity: WebIdentity;
  /** To be used for the next renewal. */
  readonly renewal: IdentityRenewal;
}>;

/**
 * Requests credentials for a user at an address from the storage server of this name. Throws if it
 * issues none.
 */
export type IssueCredentials = (
  server: string,
  proof: LoginProof,
  address: string,
) => Promise<SessionCredentials>;

/** Where a user logged in from, for the list of sessions. */
export interface SessionClient {
  readonly address: string;
  readonly userAgent: string;
}

/** An open session, with everything its calls to the storage server need. */
export interface Session {
  /** Hash of the cookie's value: identifies the session inside the console and grants no access. */
  readonly key: string;
  readonly audience: Audience;
  readonly accountName: string;
  /** Distinguishes users of directories and providers from others of the same name. */
  readonly origin?: string | undefined;
  readonly credentials: SessionCredentials;
  /** The user's address: that of the request, or of the login for background work. */
  readonly address: string;
  /** The server's capabilities; undefined until they are determined. */
  readonly capabilities?: Capabilities | undefined;
  /** Hash of the token that the browser sends along with the cookie. */
  readonly tokenHash: string;
  /** The cookie is valid without the token: its client does not support tokens. */
  readonly byCookieAlone: boolean;
  /** When the user last authenticated, in milliseconds since the epoch. */
  readonly provenAt: number;
  /** When it ends regardless of use, in milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Lifetimes of sessions in milliseconds. */
export interface SessionLimits {
  /** A session ends after this time without a request. */
  readonly idle: number;
  /** A session ends after this time in any case. */
  readonly total: number;
}

/** Hashes a browser's secret for the store: the secret cannot be recovered from it. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether this is the token that was issued with the session. */
export function ownsToken({ tokenHash }: Session, token: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash, 'hex'), Buffer.from(hashOf(token), 'hex'));
}

/** How long an authentication permits destructive operations. */
const PROOF_MS = 15 * 60_000;
/** Sources for which a password or a secret key can be requested again. */
const ASKED: ReadonlySet<CredentialSourceName> = new Set([
  'assume-role',
  'ldap',
  'keys',
  'service-account',
]);

/** Whether the session's credentials come from something the user can enter again. */
export function canProve({ credentials }: Pick<Session, 'credentials'>): boolean {
  return ASKED.has(credentials.source);
}

/** Whether the session's user has to authenticate again before a destructive operation. */
export function needsProof(session: Session, now: number): boolean {
  return canProve(session) && now - session.provenAt > PROOF_MS;
}
