import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';

/**
 * Deletes a bucket with all its contents.
 * @throws ConsoleError that says what prevented it
 */
export async function forceDelete(
  s3: Pick<S3Client, 'removeBucket'>,
  bucket: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await s3.removeBucket({ bucket, force: true, signal });
  } catch (cause) {
    throw (cause instanceof StorageRequestError && explain(cause)) || cause;
  }
}

function explain(cause: StorageRequestError): ConsoleError | undefined {
  switch (cause.code) {
    case 'AccessDenied':
      return new ConsoleError('AccessDenied', {
        detail: 'It needs s3:DeleteBucket and s3:ForceDeleteBucket.',
        cause,
      });
    case 'MethodNotAllowed':
      return new ConsoleError('InvalidInput', {
        field: 'force',
        detail:
          'A bucket whose objects can be locked, or that is replicated, is not deleted with what it holds. Empty it first.',
        cause,
      });
    default:
      return undefined;
  }
}
