import { StorageRequestError } from '@stowage/storage-client/errors';
import { createS3Client, type StorageClientOptions } from '@stowage/storage-client/s3';
import {
  assumeRole,
  assumeRoleWithLdapIdentity,
  assumeRoleWithWebIdentity,
  type StsCall,
  type TemporaryCredentials,
} from '@stowage/storage-client/sts';
import type {
  CredentialSourceName,
  LoginKeys,
  LoginProof,
  SessionCredentials,
  WebIdentity,
} from '../sessions/session.ts';
import { isLoginRefusal } from './login-refusal.ts';
import { storageRefusal } from './storage-errors.ts';

/** The server that a source asks. */
export interface SourceServer
  extends Pick<StorageClientOptions, 'endpoint' | 'region' | 'dispatcher' | 'callingFor'> {
  /** How long credentials are to hold. */
  readonly seconds: number;
  /** Whether it knows the users of a directory (LDAP). */
  readonly ldap: boolean;
}

/**
 * A way in which keys become credentials of a storage server. Undefined where the next one is to
 * be tried; throws what the storage client throws for keys that the server does not accept.
 */
type CredentialSource = (
  server: SourceServer,
  keys: LoginKeys,
) => Promise<SessionCredentials | undefined>;

/** The name and the password are those of a user in the directory that the server asks. */
const directory: CredentialSource = async (server, { accessKey, secretKey }) => {
  try {
    const proof = { username: accessKey, password: secretKey };
    return issued('ldap', await assumeRoleWithLdapIdentity({ ...stsCall(server), ...proof }));
  } catch (error) {
    // A name that the directory does not know may be that of the root user or of an access key.
    if (error instanceof StorageRequestError && error.status < 500) return undefined;
    throw error;
  }
};

/** Temporary credentials from the server's STS, as MinIO and its kin have it. */
const assumedRole: CredentialSource = async (server, keys) => {
  try {
    const { accessKey, secretKey } = keys;
    return issued('assume-role', await assumeRole({ ...stsCall(server), accessKey, secretKey }));
  } catch (error) {
    if (isWithoutSts(error)) return undefined;
    if (isLoginRefusal(error)) return serviceAccount(server, keys, error);
    throw error;
  }
};

/**
 * The keys of a service account, to which MinIO gives no temporary credentials. The S3 API tells
 * keys that are wrong from keys that may not list buckets; the STS calls both AccessDenied.
 */
async function serviceAccount(
  server: SourceServer,
  keys: LoginKeys,
  refusal: unknown,
): Promise<SessionCredentials> {
  try {
    return await ownKeys(server, keys, 'service-account');
  } catch (error) {
    if (!(error instanceof StorageRequestError) || error.status >= 500) throw error;
    if (error.code === 'AccessDenied') return lasting('service-account', keys, server.seconds);
    // The STS says AccessDenied to a clock that is wrong too; the S3 API says what it is. What cannot
    // stand in a signature names nobody, and is malformed for that alone.
    throw isLoginRefusal(error) || /[\s,=]/.test(keys.accessKey) ? refusal : error;
  }
}

/** The keys themselves. One call shows whether they are right: the bucket list, without which the console has nothing to show. */
async function ownKeys(
  { seconds, ldap: _ldap, ...server }: SourceServer,
  keys: LoginKeys,
  source: CredentialSourceName,
): Promise<SessionCredentials> {
  const credentials = lasting(source, keys, seconds);
  await createS3Client({ ...server, credentials }).listBuckets();
  return credentials;
}

/** How a server answers whose directory is away: who needs none gets in all the same. */
const UNAVAILABLE = 503;

/** Exchanges the keys of a user for credentials, in the first way that works at the server. */
async function credentialsForKeys(
  server: SourceServer,
  keys: LoginKeys,
): Promise<SessionCredentials> {
  if (keys.sessionToken !== undefined) return ownKeys(server, keys, 'temporary');
  let away: StorageRequestError | undefined;
  try {
    const found = server.ldap ? await directory(server, keys) : undefined;
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof StorageRequestError && error.status === UNAVAILABLE)) throw error;
    away = error;
  }
  try {
    return (await assumedRole(server, keys)) ?? (await ownKeys(server, keys, 'keys'));
  } catch (error) {
    // Nobody knows whether the directory would have let them in.
    throw isLoginRefusal(error) ? (away ?? error) : error;
  }
}

/**
 * Exchanges the proof of who somebody is for credentials of the storage server.
 * @throws StorageRequestError for a proof that it does not accept; what else the storage client throws
 */
export function credentialsFor(
  server: SourceServer,
  proof: LoginProof,
): Promise<SessionCredentials> {
  return 'token' in proof ? webIdentity(server, proof) : credentialsForKeys(server, proof);
}

async function webIdentity(
  server: SourceServer,
  { token, roleArn }: WebIdentity,
): Promise<SessionCredentials> {
  const call = { ...stsCall(server), token, roleArn };
  return issued('web-identity', await assumeRoleWithWebIdentity(call));
}

function stsCall({ seconds, ldap: _ldap, ...server }: SourceServer): StsCall {
  return { ...server, durationSeconds: seconds };
}

/** @throws ConsoleError for credentials that have expired: nobody could be logged in by them */
function issued(
  source: CredentialSourceName,
  { expiresAt, ...credentials }: TemporaryCredentials,
): SessionCredentials {
  if (expiresAt.getTime() <= Date.now()) {
    const ended = `The credentials that it gives expired at ${expiresAt.toISOString()}.`;
    throw storageRefusal('RequestTimeTooSkewed', ended);
  }
  return { source, ...credentials, expiresAt: expiresAt.getTime() };
}

/** Keys that were brought along; temporary ones say themselves until when they hold. */
function lasting(
  source: CredentialSourceName,
  { accessKey, secretKey, sessionToken }: LoginKeys,
  seconds: number,
): SessionCredentials {
  const latest = Date.now() + seconds * 1000;
  const expiresAt = Math.min(latest, expiryOf(sessionToken) ?? latest);
  return { source, accessKey, secretKey, sessionToken, expiresAt };
}

/** The end that a session token names where it is a JWT; the server alone decides whether it holds. */
function expiryOf(sessionToken = ''): number | undefined {
  try {
    const claims = JSON.parse(
      Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString(),
    );
    return Number.isFinite(claims.exp) ? claims.exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** An STS refuses in a document of its own kind; what refuses otherwise is none. */
function isWithoutSts(error: unknown): boolean {
  if (!(error instanceof StorageRequestError) || error.api === 'sts') return false;
  return error.status < 500 || error.status === 501;
}
