import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders, S3Client, VersionCall } from '@stowage/storage-client/s3';
import { withoutMarkers } from '../../check-object.ts';
import { ConsoleError } from '../../console-error.ts';

/** Error codes for invalid names in a call. They say nothing about the object. */
const WRONG_NAME = ['InvalidArgument', 'XMinioInvalidObjectName', 'KeyTooLongError'];

/**
 * Reads the headers of an object or version.
 * @throws ConsoleError VersionNotFound for a delete marker and for an invalid version ID,
 *    NotSupported for an object encrypted with a key that only its owner has; the storage client's
 *    errors
 */
export async function readHead(
  s3: Pick<S3Client, 'headObject'>,
  version: VersionCall,
): Promise<ObjectHeaders> {
  try {
    return await s3.headObject(version);
  } catch (error) {
    if (!(error instanceof StorageRequestError)) throw error;
    if (version.versionId !== undefined && error.code === 'InvalidArgument') {
      throw new ConsoleError('VersionNotFound', { field: 'version_id', cause: error });
    }
    throw isOfCustomer(error) ? ofCustomer(error) : withoutMarkers(error);
  }
}

/** Without the key that the object was encrypted with, a server reveals nothing about it. */
function isOfCustomer({ status, code }: StorageRequestError): boolean {
  return status === 400 && !WRONG_NAME.includes(code);
}

function ofCustomer(cause: StorageRequestError): ConsoleError {
  return new ConsoleError('NotSupported', {
    detail: `The object cannot be read: it may be encrypted with a key of the client's (SSE-C). ${cause.message}`,
    cause,
  });
}
