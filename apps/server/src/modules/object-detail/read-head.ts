import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders, S3Client, VersionCall } from '@stowage/storage-client/s3';
import { withoutMarkers } from '../../check-object.ts';
import { ConsoleError } from '../../console-error.ts';

/** Codes of what is wrong with the names in a call. They say nothing of the object. */
const WRONG_NAME = ['InvalidArgument', 'XMinioInvalidObjectName', 'KeyTooLongError'];

/**
 * What the storage says about an object, or a version of it, that is none of its bytes.
 * @throws ConsoleError VersionNotFound for a delete marker and for what is no version ID,
 *   NotSupported for an object whose key only its owner has; what the storage client throws
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

/** Without the key that it was stored with, a server refuses to say anything of an object. */
function isOfCustomer({ status, code }: StorageRequestError): boolean {
  return status === 400 && !WRONG_NAME.includes(code);
}

function ofCustomer(cause: StorageRequestError): ConsoleError {
  return new ConsoleError('NotSupported', {
    detail: `The object cannot be read: it may be encrypted with a key of the client's (SSE-C). ${cause.message}`,
    cause,
  });
}
