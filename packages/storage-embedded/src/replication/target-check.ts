import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, xmlText } from '@stowage/storage-wire/xml';
import { RemoteError } from './remote-connection.ts';
import type { RemoteServer } from './remote-server.ts';

const WITHIN_MS = 10_000;

/** The result of checking a target. */
export interface FoundTarget {
  /** Whether it lacks MinIO's extensions. */
  readonly plain: boolean;
  /** Value of x-amz-id-2, which identifies a server. */
  readonly hostId: string;
}

/**
 * Checks that a new target is reachable and has the bucket, with versioning.
 *
 * @throws S3Error XMinioAdminRemoteTargetNotFoundError, RemoteTargetNotVersionedError,
 *    XMinioAdminReplicationRemoteConnectionError
 */
export async function checkTarget(server: RemoteServer): Promise<FoundTarget> {
  try {
    const hostId = await needBucket(server);
    if (!(await keepsVersions(server))) {
      throw new S3Error('RemoteTargetNotVersionedError');
    }
    return { plain: !(await server.speaksMinio(WITHIN_MS)), hostId };
  } catch (error) {
    if (error instanceof RemoteError) {
      throw connectionError(server, error);
    }
    throw error;
  }
}

/**
 * Checks that the bucket exists.
 *
 * @returns the server's x-amz-id-2
 */
async function needBucket(server: RemoteServer): Promise<string> {
  try {
    const { headers } = await server.call({ method: 'HEAD', within: WITHIN_MS });
    return String(headers['x-amz-id-2'] ?? '');
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) {
      throw new S3Error('XMinioAdminRemoteTargetNotFoundError');
    }
    throw error;
  }
}

function connectionError({ target }: RemoteServer, { code, message }: RemoteError): S3Error {
  return new S3Error(
    'XMinioAdminReplicationRemoteConnectionError',
    `Remote service endpoint ${target.endpoint} not available for bucket ${target.targetBucket}: ${code}: ${message}`,
  );
}

/**
 * Returns whether the bucket keeps versions.
 *
 * @throws RemoteError
 */
export async function keepsVersions(server: RemoteServer): Promise<boolean> {
  const query = { versioning: '' };
  const { text } = await server.call({ method: 'GET', query, within: WITHIN_MS });
  return xmlText(parseXml(text), 'Status') === 'Enabled';
}

/**
 * Checks a target against the requirements of a rule.
 *
 * @param locks whether the source has object lock
 * @throws S3Error RemoteDestinationNotFoundError, ReplicationDestinationMissingLockError
 */
export async function checkDestination(server: RemoteServer, locks: boolean): Promise<void> {
  try {
    await server.call({ method: 'HEAD', within: WITHIN_MS });
  } catch (error) {
    throw error instanceof RemoteError ? new S3Error('RemoteDestinationNotFoundError') : error;
  }
  if (locks && !(await hasLocks(server))) {
    throw new S3Error('ReplicationDestinationMissingLockError');
  }
}

async function hasLocks(server: RemoteServer): Promise<boolean> {
  try {
    const query = { 'object-lock': '' };
    const { text } = await server.call({ method: 'GET', query, within: WITHIN_MS });
    return xmlText(parseXml(text), 'ObjectLockEnabled') === 'Enabled';
  } catch (error) {
    if (error instanceof RemoteError) {
      return false;
    }
    throw error;
  }
}
