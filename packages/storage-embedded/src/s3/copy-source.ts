import type { ApiRequest } from '../api-request.ts';
import type { ByteRange, IncomingBody, StoredObject } from '../engine/types.ts';
import { about, Refusal } from '../http/refusal.ts';
import { existingBucket } from './buckets.ts';
import { evaluateConditions } from './conditions.ts';
import { type CopySource, parseCopySource } from './copy-source-header.ts';
import { copySourceKey } from './encryption/content.ts';
import { existingObject } from './find-object.ts';
import { validatorHeaders } from './object-headers.ts';
import { readContent } from './read-content.ts';

/**
 * Returns the object to copy if the caller may read it and the conditions hold.
 *
 * @throws S3Error AccessDenied, NoSuchBucket, NoSuchKey, NoSuchVersion, InvalidRequest for a delete
 *    marker, PreconditionFailed
 */
export function openCopySource(request: ApiRequest): { source: CopySource; object: StoredObject } {
  const source = parseCopySource(request.header('x-amz-copy-source') ?? '');
  return { source, object: about(source, () => readableSource(request, source)) };
}

function readableSource(request: ApiRequest, source: CopySource): StoredObject {
  const { bucket, key, versionId } = source;
  request.require(versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion', source);
  const object = existingObject(request, existingBucket(request, bucket), versionId, key);
  const outcome = evaluateConditions(
    {
      ifMatch: request.header('x-amz-copy-source-if-match'),
      ifNoneMatch: request.header('x-amz-copy-source-if-none-match'),
      ifModifiedSince: request.header('x-amz-copy-source-if-modified-since'),
      ifUnmodifiedSince: request.header('x-amz-copy-source-if-unmodified-since'),
    },
    object,
  );
  if (outcome !== 'holds') {
    throw new Refusal('PreconditionFailed', { headers: validatorHeaders(object) });
  }
  return object;
}

/** Returns the source's bytes as a body to write; those of small objects in one piece. */
export async function copiedBody(
  request: ApiRequest,
  object: StoredObject,
  range: ByteRange | undefined,
): Promise<Pick<IncomingBody, 'source'> & { readonly size: number }> {
  const dataKey = copySourceKey(request, object);
  const size = range === undefined ? object.size : range.end - range.start + 1;
  if (size === 0) {
    return { source: pieces(), size };
  }
  const content = readContent(request.store, object, { range, dataKey });
  return content instanceof Promise
    ? { source: pieces(await content), size }
    : { source: content, size };
}

async function* pieces(...all: Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* all;
}
