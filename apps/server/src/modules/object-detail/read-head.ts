import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders, S3Client, VersionCall } from '@stowage/storage-client/s3';
import { withoutMarkers } from '../../check-object.ts';
import { ConsoleError } from '../../console-error.ts';

/**
 * What the storage says about an object, or a version of it, that is none of its bytes.
 * @throws ConsoleError VersionNotFound for a delete marker, NotSupported for an object whose key
 *   only its owner has; what the storage client throws
 */
export async function readHead(
  s3: Pick<S3Client, 'headObject'>,
  version: VersionCall,
): Promise<ObjectHeaders> {
  try {
    return await s3.headObject(version);
  } catch (error) {
    throw isOfCustomer(error) ? ofCustomer(error) : withoutMarkers(error);
  }
}

/** Without the key that it was stored with, a server refuses to say anything of an object. */
function isOfCustomer(error: unknown): error is StorageRequestError {
  return error instanceof StorageRequestError && error.status === 400;
}

function ofCustomer(cause: StorageRequestError): ConsoleError {
  return new ConsoleError('NotSupported', {
    detail: `The object cannot be read: it may be encrypted with a key of the client's (SSE-C). ${cause.message}`,
    cause,
  });
}
