import { createHash, timingSafeEqual } from 'node:crypto';
import type { Capabilities } from '@stowage/domain/capabilities';

/**
 * Where credentials come from: temporary ones of the server's STS for the keys of a user, for a
 * user of a directory or for the token of an identity provider; keys that were brought along, of a
 * server without STS, of a service account, or temporary themselves.
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

/** What a session signs its calls to the storage server with. */
export interface SessionCredentials {
  readonly source: CredentialSourceName;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Where a session holds: one storage server, seen through one path. Elsewhere its
 * cookie opens nothing, whatever key the consoles share.
 */
export interface Audience {
  /** Names the storage server. */
  readonly server: string;
  /** The path that the console is mounted at. */
  readonly mount: string;
}

/** The keys that a user typed in, or name and password of a directory's user. */
export interface LoginKeys {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Goes with temporary keys. */
  readonly sessionToken?: string | undefined;
}

/** What an identity provider says of somebody. */
export interface WebIdentity {
  /** The provider and its own name of the user, which is nobody else's. */
  readonly subject: string;
  /** The ID token, a JWT. */
  readonly token: string;
  /** Which role of the storage server; without it a claim of the token names policies. */
  readonly roleArn?: string | undefined;
}

/** At which provider somebody has logged in, with what it says of them. */
export interface SignedOn {
  readonly provider: string;
  /** The latest ID token: the provider takes it as a hint whose login is to end. */
  readonly idToken: string;
}

/** How somebody proves who they are. */
export type LoginProof = LoginKeys | WebIdentity;

/** What a session gets a new ID token with, where its provider gave it something. */
export interface IdentityRenewal {
  readonly provider: string;
  /** The provider's address and our name there: the token is for no other that may have its name later. */
  readonly url: string;
  readonly clientId: string;
  /** Whom it has let in: the `subject` of the identity. */
  readonly subject: string;
  readonly refreshToken: string;
}

/** Asks the provider for a new ID token. Throws what keeps it from giving one. */
export type RenewIdentity = (renewal: IdentityRenewal) => Promise<{
  readonly identity: WebIdentity;
  /** The next time this one is shown. */
  readonly renewal: IdentityRenewal;
}>;

/**
 * Asks the storage server of this name for credentials of somebody at an address. Throws what keeps
 * it from giving them.
 */
export type IssueCredentials = (
  server: string,
  proof: LoginProof,
  address: string,
) => Promise<SessionCredentials>;

/** Where somebody logged in from, for the list of their sessions. */
export interface SessionClient {
  readonly address: string;
  readonly userAgent: string;
}

/** A session that is open, with what its calls to the storage server need. */
export interface Session {
  /** Hash of the cookie's value: names the session inside the console and opens nothing. */
  readonly key: string;
  readonly audience: Audience;
  readonly accountName: string;
  /** Tells users of directories and providers from others of the same name. */
  readonly origin?: string | undefined;
  readonly credentials: SessionCredentials;
  /** Where its user is: of the request, or of the login for work that goes on without one. */
  readonly address: string;
  /** What its server offers; undefined until it was found out. */
  readonly capabilities?: Capabilities | undefined;
  /** Hash of the token that the browser shows beside the cookie. */
  readonly tokenHash: string;
  /** The cookie opens it without the token: its client does not know of tokens. */
  readonly byCookieAlone: boolean;
  /** When its user last proved who they are; milliseconds since the epoch. */
  readonly provenAt: number;
  /** When it ends however much it is used; milliseconds since the epoch. */
  readonly endsAt: number;
}

/** How long sessions last, in milliseconds. */
export interface SessionLimits {
  /** Without a request for so long a session ends. */
  readonly idle: number;
  /** So long after login it ends in any case. */
  readonly total: number;
}

/** What stands for a secret of the browser in the store: nobody can make the secret from it. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether this is the token that was given out with the session. */
export function ownsToken({ tokenHash }: Session, token: string): boolean {
  return timingSafeEqual(Buffer.from(tokenHash, 'hex'), Buffer.from(hashOf(token), 'hex'));
}

/** How long a proof is good for what destroys. */
const PROOF_MS = 15 * 60_000;
/** Where a password, or a secret key, can be asked for again. */
const ASKED: ReadonlySet<CredentialSourceName> = new Set([
  'assume-role',
  'ldap',
  'keys',
  'service-account',
]);

/** Whether the credentials of a session come from something that its user can enter again. */
export function canProve({ credentials }: Pick<Session, 'credentials'>): boolean {
  return ASKED.has(credentials.source);
}

/** Whether the user of a session has to prove who they are before something is destroyed. */
export function needsProof(session: Session, now: number): boolean {
  return canProve(session) && now - session.provenAt > PROOF_MS;
}
