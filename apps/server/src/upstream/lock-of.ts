import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client, VersionCall } from '@stowage/storage-client/s3';

/**
 * Describes in a sentence what prevents a version from being deleted; undefined if nothing does or
 * it is unknown.
 */
export async function lockOf(
  s3: Pick<S3Client, 'headObject'>,
  version: VersionCall,
): Promise<string | undefined> {
  try {
    const { legalHold, retention } = await s3.headObject(version);
    if (legalHold === true) return 'It is under legal hold.';
    const isLocked = Date.parse(retention?.until ?? '') > Date.now();
    return isLocked ? `It is locked until ${retention?.until}.` : undefined;
  } catch (error) {
    if (error instanceof StorageRequestError) return undefined;
    throw error;
  }
}
