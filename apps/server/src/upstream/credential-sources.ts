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

/** The server that a source queries. */
export interface SourceServer
  extends Pick<StorageClientOptions, 'endpoint' | 'region' | 'dispatcher' | 'callingFor'> {
  /** The requested lifetime of credentials. */
  readonly seconds: number;
  /** Whether it has users from a directory (LDAP). */
  readonly ldap: boolean;
}

/**
 * A way to exchange keys for credentials of a storage server. Undefined if the next one is to be
 * tried; throws the storage client's errors for keys that the server does not accept.
 */
type CredentialSource = (
  server: SourceServer,
  keys: LoginKeys,
) => Promise<SessionCredentials | undefined>;

/** Treats the name and password as those of a user in the server's directory. */
const directory: CredentialSource = async (server, { accessKey, secretKey }) => {
  try {
    const proof = { username: accessKey, password: secretKey };
    return issued('ldap', await assumeRoleWithLdapIdentity({ ...stsCall(server), ...proof }));
  } catch (error) {
    // A name unknown to the directory may be that of the root user or an access key.
    if (error instanceof StorageRequestError && error.status < 500) return undefined;
    throw error;
  }
};

/** Temporary credentials from the server's STS, as in MinIO and its relatives. */
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
 * The keys of a service account, for which MinIO issues no temporary credentials. The S3 API
 * distinguishes wrong keys from keys that may not list buckets; the STS returns AccessDenied for
 * both.
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
    // The STS returns AccessDenied for clock skew too; the S3 API gives the actual reason. A name
    // that cannot be part of a signature belongs to nobody, and counts as malformed for that alone.
    throw isLoginRefusal(error) || /[\s,=]/.test(keys.accessKey) ? refusal : error;
  }
}

/**
 * The keys themselves. A single call checks them: the bucket list, without which the console has
 * nothing to show.
 */
async function ownKeys(
  { seconds, ldap: _ldap, ...server }: SourceServer,
  keys: LoginKeys,
  source: CredentialSourceName,
): Promise<SessionCredentials> {
  const credentials = lasting(source, keys, seconds);
  await createS3Client({ ...server, credentials }).listBuckets();
  return credentials;
}

/** The status if the server's directory is unreachable: users outside it can still log in. */
const UNAVAILABLE = 503;

/** Exchanges a user's keys for credentials, in the first way that works with the server. */
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
    // It is unknown whether the directory would have accepted them.
    throw isLoginRefusal(error) ? (away ?? error) : error;
  }
}

/**
 * Exchanges a proof of identity for credentials of the storage server.
 * @throws StorageRequestError for a proof that it does not accept; the storage client's other
 *    errors
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

/** @throws ConsoleError for credentials that have already expired */
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

/** Keys entered by the user; temporary ones contain their own expiry. */
function lasting(
  source: CredentialSourceName,
  { accessKey, secretKey, sessionToken }: LoginKeys,
  seconds: number,
): SessionCredentials {
  const latest = Date.now() + seconds * 1000;
  const expiresAt = Math.min(latest, expiryOf(sessionToken) ?? latest);
  return { source, accessKey, secretKey, sessionToken, expiresAt };
}

/** The expiry in a session token that is a JWT; only the server decides whether it is valid. */
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

/** An STS has its own error format; an error in any other format means that there is none. */
function isWithoutSts(error: unknown): boolean {
  if (!(error instanceof StorageRequestError) || error.api === 'sts') return false;
  return error.status < 500 || error.status === 501;
}
