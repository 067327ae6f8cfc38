import type { ObjectHeaders } from '@stowage/storage-client/s3';
import { revisionOf } from '../../changes/revision.ts';

/**
 * The revision of each setting of an object. It includes the ETag: a setting that was read from one
 * object must not be changed on another that has replaced it.
 */
export const revisions = {
  tags: ({ etag }: Pick<ObjectHeaders, 'etag'>, tags: Readonly<Record<string, string>>) =>
    revisionOf([etag, tags]),
  legalHold: ({ etag, legalHold = false }: ObjectHeaders) => revisionOf([etag, legalHold]),
  retention: ({ etag, retention }: ObjectHeaders) => revisionOf([etag, retention ?? null]),
  metadata: (headers: ObjectHeaders) =>
    revisionOf([
      headers.etag,
      headers.contentType,
      headers.contentEncoding,
      headers.contentDisposition,
      headers.contentLanguage,
      headers.cacheControl,
      headers.expires,
      headers.metadata,
    ]),
};
