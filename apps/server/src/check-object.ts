import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from './console-error.ts';
import { hasCode } from './upstream/has-code.ts';

/**
 * Makes sure that an object, or a version of it, can be had, by asking for its first byte: a server
 * tells the head of an object without a reason for refusing it.
 * @throws ConsoleError VersionNotFound for a delete marker; what the storage client throws
 */
export async function checkObject(
  s3: Pick<S3Client, 'getObject'>,
  version: Parameters<S3Client['getObject']>[0],
): Promise<void> {
  try {
    const { body } = await s3.getObject({ ...version, range: { start: 0, end: 0 } });
    body.destroy();
  } catch (error) {
    // An empty object has no first byte, and is there.
    if (hasCode(error, 'InvalidRange')) return;
    throw withoutMarkers(error);
  }
}

/** What reading an object failed with, where that may be a delete marker. */
export function withoutMarkers(error: unknown): unknown {
  const isMarker = hasCode(error, 'MethodNotAllowed');
  if (!isMarker) return error;
  return new ConsoleError('VersionNotFound', {
    detail: 'This version is a delete marker and has no content.',
    cause: error,
  });
}
