import { createHash } from 'node:crypto';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { CompletedPart, S3Client, WrittenObject } from '@stowage/storage-client/s3';
import { hasCode } from '../../upstream/has-code.ts';

interface Completion {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly parts: readonly CompletedPart[];
  readonly signal: AbortSignal;
}

/**
 * Joins the parts to an object. A client that missed the response asks again: by then the upload is
 * gone, and the object exists with the ETag of these parts.
 */
export async function completeUpload(
  s3: Pick<S3Client, 'completeMultipartUpload' | 'headObject'>,
  completion: Completion,
): Promise<WrittenObject> {
  try {
    return await s3.completeMultipartUpload(completion);
  } catch (error) {
    if (!hasCode(error, 'NoSuchUpload')) throw error;
    const made = await objectOf(s3, completion);
    if (made === undefined) throw error;
    return made;
  }
}

async function objectOf(
  s3: Pick<S3Client, 'headObject'>,
  { bucket, key, parts, signal }: Completion,
): Promise<WrittenObject | undefined> {
  try {
    const { etag, versionId } = await s3.headObject({ bucket, key, signal });
    return etag === etagOf(parts) ? { etag, versionId } : undefined;
  } catch (error) {
    if (error instanceof StorageRequestError) return undefined;
    throw error;
  }
}

/** The ETag of a multipart object: the MD5 of its parts' MD5s, and their number. */
function etagOf(parts: readonly CompletedPart[]): string {
  const digest = createHash('md5');
  for (const { etag } of parts) digest.update(etag, 'hex');
  return `${digest.digest('hex')}-${parts.length}`;
}
