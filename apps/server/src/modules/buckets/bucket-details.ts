import type { Bucket } from '@stowage/contract/buckets';
import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import { hasCode } from '../../upstream/has-code.ts';
import { unlessDenied } from '../../upstream/unless-denied.ts';

/**
 * Reads the settings that a bucket's page needs one by one, for servers whose bucket list does not
 * contain them. Settings that are missing or not readable are omitted.
 */
export async function readDetails(
  s3: Pick<S3Client, 'getBucketVersioning' | 'getObjectLockConfiguration'>,
  bucket: string,
  signal: AbortSignal,
): Promise<NonNullable<Bucket['details']>> {
  const [versioning, lock] = await Promise.all([
    unlessDenied(s3.getBucketVersioning({ bucket, signal })),
    unlessDenied(s3.getObjectLockConfiguration({ bucket, signal }).catch(unlocked)),
  ]);
  return {
    ...(versioning && {
      versioning: versioning === 'enabled',
      versioningSuspended: versioning === 'suspended',
    }),
    ...(lock && { locking: lock.enabled }),
  };
}

function unlocked(error: unknown): { enabled: boolean } {
  const code = 'ObjectLockConfigurationNotFoundError';
  if (hasCode(error, code)) return { enabled: false };
  // A server without locking has locked nothing.
  if (error instanceof ConsoleError && error.code === 'NotSupported') return { enabled: false };
  throw error;
}
