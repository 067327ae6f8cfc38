import { S3Error } from '@stowage/storage-wire/s3-error';
import type { IncomingBody, StoredObject } from '../types.ts';

/**
 * Returns a body that stores an object's content again in its stored form, compressed or encrypted
 * if it was. Content that is not the object's own is rejected as far as that can be detected.
 */
export function storedBody(object: StoredObject, stored: AsyncIterable<Uint8Array>): IncomingBody {
  const { size, etag, compression, encryption, parts, tiering } = object;
  const isPlain = encryption === undefined && compression === undefined;
  return {
    source: stored,
    size: tiering?.length ?? size,
    finish: ({ md5 }) => {
      const isMd5 = isPlain && parts === undefined && /^[0-9a-f]{32}$/.test(etag);
      if (isMd5 && Buffer.from(md5).toString('hex') !== etag) {
        const tier = tiering?.tier ?? '';
        throw new S3Error('InternalError', `The tier ${tier} gave another content than it got.`);
      }
      return undefined;
    },
    ...(isPlain ? undefined : { content: () => ({ size, etag }) }),
  };
}
