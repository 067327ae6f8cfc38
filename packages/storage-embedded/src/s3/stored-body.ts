import { createHash } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { IncomingBody, ObjectAttributes } from '../engine/types.ts';
import { compressBlocks } from './compression/compress.ts';
import { contentSealer } from './encryption/content.ts';
import { encryptedSize } from './encryption/package-cipher.ts';

/**
 * Returns the body to store under these attributes: compressed, then encrypted, as they specify.
 * Checks and digests of the body still apply to its content.
 *
 * @param part 0 for an object that is written in one piece
 * @throws S3Error InvalidArgument (not the key that the upload was started with), InvalidRequest
 */
export function storedBody(
  request: ApiRequest,
  attributes: ObjectAttributes,
  body: IncomingBody,
  part = 0,
): IncomingBody {
  const sealer = contentSealer(request, attributes, part);
  const { compression } = attributes;
  if (sealer === undefined && compression === undefined) {
    return body;
  }
  // Like S3, uses the content's MD5 as the ETag unless it must stay secret; otherwise it is only
  // needed to check a digest in the request.
  const showsMd5 = sealer?.showsMd5 ?? true;
  const needsMd5 = showsMd5 || request.headers['content-md5'] !== undefined;
  const md5 = needsMd5 ? createHash('md5') : undefined;
  let size = 0;
  async function* seen(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of body.source) {
      size += piece.length;
      md5?.update(piece);
      yield piece;
    }
    if (body.size !== undefined && body.size !== size) {
      throw new S3Error('IncompleteBody');
    }
  }
  const form = compression === undefined ? seen() : compressBlocks(seen());
  const known = compression === undefined ? body.size : undefined;
  let digest: Buffer | undefined;
  return {
    source: sealer === undefined ? form : sealer.seal(form),
    ...(known === undefined ? {} : { size: encryptedSize(known) }),
    finish: (stored) => {
      digest = md5?.digest();
      return body.finish?.({ md5: digest ?? stored.md5, size });
    },
    content: () =>
      showsMd5 && digest !== undefined ? { size, etag: digest.toString('hex') } : { size },
  };
}
