import type { S3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from './console-error.ts';
import { hasCode } from './upstream/has-code.ts';

/**
 * Checks that an object or version is readable by requesting its first byte: a HEAD response does
 * not say why it was refused.
 * @throws ConsoleError VersionNotFound for a delete marker; the storage client's errors
 */
export async function checkObject(
  s3: Pick<S3Client, 'getObject'>,
  version: Parameters<S3Client['getObject']>[0],
): Promise<void> {
  try {
    const { body } = await s3.getObject({ ...version, range: { start: 0, end: 0 } });
    body.destroy();
  } catch (error) {
    // An empty object has no first byte, but exists.
    if (hasCode(error, 'InvalidRange')) return;
    throw withoutMarkers(error);
  }
}

/** Maps an error of reading an object that may be a delete marker. */
export function withoutMarkers(error: unknown): unknown {
  const isMarker = hasCode(error, 'MethodNotAllowed');
  if (!isMarker) return error;
  return new ConsoleError('VersionNotFound', {
    detail: 'This version is a delete marker and has no content.',
    cause: error,
  });
}
