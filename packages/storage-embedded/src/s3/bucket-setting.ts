import { S3Error, type S3ErrorCode } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { emptyReply } from '../http/reply.ts';
import { existingBucket } from './buckets.ts';
import type { Operation } from './operation.ts';

/**
 * Returns a settings document of the request's bucket.
 *
 * @param missing error code if there is none
 * @throws S3Error NoSuchBucket, `missing`
 */
export function readSetting(request: ApiRequest, setting: string, missing: S3ErrorCode): string {
  const text = existingBucket(request).settings[setting];
  if (text === undefined) {
    throw new S3Error(missing);
  }
  return text;
}

/** Returns an operation that removes a settings document, whether it exists or not. */
export function removeSetting(name: string, action: string, setting: string): Operation {
  return {
    name,
    action,
    run: async (request) => {
      const bucket = existingBucket(request);
      await request.store.engine.updateBucket(bucket.name, { settings: { [setting]: null } });
      return emptyReply(204);
    },
  };
}
