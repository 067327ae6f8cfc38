import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { RemoteError } from '../replication/remote-connection.ts';
import type { TierServer } from './tier-server.ts';

/** Error codes of S3, Azure and Google for unknown credentials or a wrong signature. */
const WRONG_CREDENTIALS = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AuthenticationFailed',
  'invalid_grant',
  'invalid_client',
]);
const CONTENT = Buffer.from('Stowage');

/**
 * Writes, reads and deletes an object in the bucket of a tier.
 *
 * @throws S3Error XMinioAdminTierBucketNotFound, XMinioAdminTierInvalidCredentials,
 *   XMinioAdminTierInsufficientPermissions, XMinioBackendDown
 */
export async function checkTier(server: TierServer): Promise<void> {
  const key = `probe-${randomUUID()}`;
  const open = () => Readable.from([CONTENT], { objectMode: false });
  const version = await step(server, 'write', () => server.put(key, CONTENT.length, open));
  const content = version === undefined ? { key } : { key, version };
  try {
    await step(server, 'read', async () => {
      const read = Buffer.concat(await server.read(content, undefined).toArray());
      if (!read.equals(CONTENT)) {
        throw new RemoteError('InvalidResponse', 0, 'The server gave other bytes than it got.');
      }
    });
  } finally {
    await step(server, 'delete', () => server.remove(content));
  }
}

async function step<Result>(
  { tier }: TierServer,
  doing: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof RemoteError ? refusal(tier, doing, error) : error;
  }
}

/** Returns the error to show to the administrator. */
function refusal(
  { bucket, endpoint }: { readonly bucket: string; readonly endpoint: string },
  doing: string,
  { code, message, status, isOutage }: RemoteError,
): S3Error {
  if (code === 'NoSuchBucket' || (status === 404 && doing === 'write')) {
    return new S3Error(
      'XMinioAdminTierBucketNotFound',
      `There is no bucket ${bucket} at ${endpoint}.`,
    );
  }
  if (status === 401 || WRONG_CREDENTIALS.has(code)) {
    return new S3Error(
      'XMinioAdminTierInvalidCredentials',
      `The server ${endpoint} does not accept the credentials: ${code}.`,
    );
  }
  if (isOutage) {
    return new S3Error(
      'XMinioBackendDown',
      `The server ${endpoint} cannot be reached: ${code}: ${message}`,
    );
  }
  return new S3Error(
    'XMinioAdminTierInsufficientPermissions',
    `The credentials cannot ${doing} objects in ${bucket} at ${endpoint}: ${code}: ${message}`,
  );
}
