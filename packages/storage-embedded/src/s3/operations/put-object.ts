import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../../api-request.ts';
import type {
  IncomingBody,
  ObjectAttributes,
  StoredBucket,
  StoredObject,
} from '../../engine/types.ts';
import { emptyReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumReplyHeaders } from '../checksum-headers.ts';
import { compressionOf } from '../compression/compressible.ts';
import { encryptionHeaders } from '../encryption/encryption-headers.ts';
import { writeCondition } from '../etags.ts';
import { addExpiration } from '../lifecycle/bucket-lifecycle.ts';
import { readAttributes } from '../object-attributes.ts';
import { addWrittenVersion } from '../object-headers.ts';
import type { Operation } from '../operation.ts';
import { readOrigin } from '../replication-request.ts';
import { storedBody } from '../stored-body.ts';

/** Maximum object size, 5 TiB. */
export const MAX_OBJECT_BYTES = 5 * 1024 ** 4;

export const putObject: Operation = {
  name: 'PutObject',
  action: 's3:PutObject',
  run: async (request) => {
    const bucket = existingBucket(request);
    const attributes = readAttributes(request, bucket);
    const { size } = request.payload;
    if (size > MAX_OBJECT_BYTES) {
      throw new S3Error('EntityTooLarge');
    }
    const object = await writeObject(request, attributes, {
      size,
      open: () => request.payload.incoming(),
      event: 'ObjectCreated:Put',
    });
    return emptyReply(200, writtenHeaders(request, object, bucket));
  },
};

/**
 * Writes content under the request's key, within the quota of its bucket.
 *
 * @param body `size` in bytes, or its upper bound; `open` is called once there is room; `event` is
 *    the event name for observers
 * @throws S3Error XMinioAdminBucketQuotaExceeded, PreconditionFailed, and what the body throws
 */
export async function writeObject(
  request: ApiRequest,
  asked: ObjectAttributes,
  body: {
    readonly size: number;
    readonly open: () => Promise<IncomingBody>;
    readonly event: string;
  },
): Promise<StoredObject> {
  const { bucket, key, store } = request;
  const attributes = { ...asked, ...compressionOf(request, asked, body.size) };
  const condition = writeCondition(request);
  const replica = readOrigin(request);
  const object = await store.quotas.within(bucket, body.size, async () =>
    store.engine.putObject({
      bucket,
      key,
      attributes,
      body: storedBody(request, attributes, await body.open()),
      cause: request.cause(body.event),
      ...(condition === undefined ? {} : { condition }),
      ...(replica === undefined ? {} : { replica }),
    }),
  );
  await store.replication.inStep(object);
  return object;
}

/** Returns the response headers of a write. */
export function writtenHeaders(
  request: ApiRequest,
  object: StoredObject,
  bucket: StoredBucket,
): string[] {
  const headers = ['ETag', `"${object.etag}"`];
  addWrittenVersion(headers, object);
  addExpiration(headers, bucket, object);
  if (object.checksum !== undefined) {
    headers.push(...checksumReplyHeaders(object.checksum));
  }
  if (object.encryption !== undefined) {
    headers.push(...encryptionHeaders(request, object));
  }
  return headers;
}
