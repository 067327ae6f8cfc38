import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ReplicationConfiguration } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../../console-error.ts';
import type { ReplicationWriter } from './ports.ts';

/** The server's error codes for an invalid rule; only the message tells what is wrong. */
const REFUSALS: ReadonlySet<string> = new Set([
  'InvalidArgument',
  'InvalidRequest',
  'MalformedXML',
  'RemoteDestinationNotFoundError',
  'ReplicationDestinationMissingLockError',
  'XMinioReplicationDenyEdit',
]);

/**
 * Replaces the rules of the bucket.
 * @throws ConsoleError InvalidInput with the server's message, AccessDenied naming the action
 */
export async function writeRules(
  { s3 }: Pick<ReplicationWriter, 's3'>,
  bucket: string,
  configuration: ReplicationConfiguration,
): Promise<void> {
  try {
    await s3.putBucketReplication({ bucket, configuration });
  } catch (cause) {
    if (!(cause instanceof StorageRequestError)) throw cause;
    if (REFUSALS.has(cause.code)) {
      throw new ConsoleError('InvalidInput', { detail: cause.message, cause });
    }
    if (cause.code === 'AccessDenied') {
      const detail = 'The storage server refuses s3:PutReplicationConfiguration to this account.';
      throw new ConsoleError('AccessDenied', { detail, cause });
    }
    throw cause;
  }
}
