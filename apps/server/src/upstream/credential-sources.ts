import { StorageRequestError } from '@stowage/storage-client/errors';
import { createS3Client, type StorageClientOptions } from '@stowage/storage-client/s3';
import { assumeRole } from '@stowage/storage-client/sts';
import type { LoginKeys, SessionCredentials } from '../sessions/session.ts';

/** The server that a source asks. */
export interface SourceServer
  extends Pick<StorageClientOptions, 'endpoint' | 'region' | 'dispatcher'> {
  /** How long credentials are to hold. */
  readonly seconds: number;
}

/**
 * A way in which proof of who somebody is becomes credentials of a storage server. Undefined where
 * the server does not know this way; throws what the storage client throws for a proof that it
 * does not accept.
 */
type CredentialSource<Proof> = (
  server: SourceServer,
  proof: Proof,
) => Promise<SessionCredentials | undefined>;

/** Temporary credentials from the server's STS, as MinIO and its kin have it. */
const assumedRole: CredentialSource<LoginKeys> = async ({ seconds, ...server }, keys) => {
  try {
    const issued = await assumeRole({ ...keys, ...server, durationSeconds: seconds });
    const { expiresAt, ...credentials } = issued;
    return { source: 'assume-role', ...credentials, expiresAt: expiresAt.getTime() };
  } catch (error) {
    if (isWithoutSts(error)) return undefined;
    throw error;
  }
};

/**
 * The keys themselves, for servers without STS. One call shows whether they are right: the bucket
 * list, without which the console has nothing to show.
 */
const checkedKeys: CredentialSource<LoginKeys> = async ({ seconds, ...server }, keys) => {
  const { accessKey, secretKey } = keys;
  const issuedAt = Date.now();
  await createS3Client({ ...server, credentials: { accessKey, secretKey } }).listBuckets();
  return { source: 'keys', accessKey, secretKey, expiresAt: issuedAt + seconds * 1000 };
};

/** What is tried with the keys of a user, one after the other. */
const FOR_KEYS: readonly CredentialSource<LoginKeys>[] = [assumedRole, checkedKeys];

/**
 * Exchanges the keys of a user for credentials, in the first way that the server knows.
 * @throws StorageRequestError for keys that it does not accept; what else the storage client throws
 */
export async function credentialsFor(
  server: SourceServer,
  keys: LoginKeys,
): Promise<SessionCredentials> {
  for (const source of FOR_KEYS) {
    const credentials = await source(server, keys);
    if (credentials) return credentials;
  }
  throw new TypeError('the last source for keys gives an answer for every server');
}

/** An STS refuses in a document of its own kind; what refuses otherwise is none. */
function isWithoutSts(error: unknown): boolean {
  if (!(error instanceof StorageRequestError) || error.api === 'sts') return false;
  return error.status < 500 || error.status === 501;
}
