import { S3Error } from '@stowage/storage-wire/s3-error';
import { objectPath } from '@stowage/storage-wire/uri';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type {
  StoredBucket,
  StoredChecksum,
  StoredObject,
  StoredPart,
  StoredUpload,
} from '../../engine/types.ts';
import { type Reply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumElements, checksumHeader } from '../checksum-headers.ts';
import {
  type ListedPart,
  matchParts,
  multipartChecksum,
  multipartEtag,
  parseCompletion,
} from '../completion.ts';
import { encryptionHeaders } from '../encryption/encryption-headers.ts';
import { writeCondition } from '../etags.ts';
import { addExpiration } from '../lifecycle/bucket-lifecycle.ts';
import { addWrittenVersion } from '../object-headers.ts';
import type { Operation } from '../operation.ts';
import { originOfUpload } from '../replication-request.ts';
import { findUpload, MAX_PARTS } from '../uploads.ts';
import { MAX_OBJECT_BYTES } from './put-object.ts';

/** Enough for 10,000 parts with a checksum each. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export const completeMultipartUpload: Operation = {
  name: 'CompleteMultipartUpload',
  action: 's3:PutObject',
  run: async (request) => {
    const bucket = existingBucket(request);
    const upload = findUpload(request);
    // x-amz-checksum headers refer to the object here, not to this body.
    const body = await request.payload.readMessage(MAX_BODY_BYTES);
    if (upload === undefined) {
      return completed(request, bucket, completedBefore(request, body));
    }
    return completed(request, bucket, await complete(request, upload, parseCompletion(body)));
  },
};

async function complete(
  request: ApiRequest,
  upload: StoredUpload,
  listed: readonly ListedPart[],
): Promise<StoredObject> {
  const { engine, quotas } = request.store;
  const stored = engine.listParts(upload, { after: 0, limit: MAX_PARTS });
  const parts = matchParts(listed, stored);
  const size = checkedSize(request, parts);
  const checksum = multipartChecksum(upload, parts);
  checkExpected(request, checksum);
  const condition = writeCondition(request);
  const replica = originOfUpload(request, upload.attributes);
  const object = await quotas.within(request.bucket, size, () =>
    engine.completeUpload(
      upload,
      parts.map(({ number, etag }) => ({ number, etag })),
      {
        etag: multipartEtag(parts),
        cause: request.cause('ObjectCreated:CompleteMultipartUpload'),
        ...(checksum === undefined ? {} : { checksum }),
        ...(condition === undefined ? {} : { condition }),
        ...(replica === undefined ? {} : { replica }),
      },
    ),
  );
  await request.store.replication.inStep(object);
  return object;
}

/**
 * Returns the object previously completed from the same parts: a client that missed the response
 * may retry.
 *
 * @throws S3Error NoSuchUpload
 */
function completedBefore({ bucket, key, store }: ApiRequest, body: Uint8Array): StoredObject {
  const object = store.engine.getObject(bucket, key);
  if (object?.parts === undefined || object.etag !== multipartEtag(parseCompletion(body))) {
    throw new S3Error('NoSuchUpload');
  }
  return object;
}

function completed(request: ApiRequest, bucket: StoredBucket, object: StoredObject): Reply {
  const headers: string[] = [];
  addWrittenVersion(headers, object);
  addExpiration(headers, bucket, object);
  headers.push(...encryptionHeaders(request, object));
  const host = request.header('host') ?? request.store.endpoint();
  const checksums = object.checksum === undefined ? [] : checksumElements(object.checksum);
  return xmlReply(
    xmlDocument('CompleteMultipartUploadResult', [
      xmlElement('Location', `http://${host}${objectPath(object.bucket, object.key)}`),
      xmlElement('Bucket', object.bucket),
      xmlElement('Key', object.key),
      xmlElement('ETag', `"${object.etag}"`),
      ...checksums.map(([name, value]) => xmlElement(name, value)),
    ]),
    headers,
  );
}

function checkedSize(request: ApiRequest, parts: readonly StoredPart[]): number {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size > MAX_OBJECT_BYTES) {
    throw new S3Error('EntityTooLarge');
  }
  const expected = request.header('x-amz-mp-object-size');
  if (expected !== undefined && expected !== String(size)) {
    throw new S3Error(
      'InvalidRequest',
      'The size of the object differs from x-amz-mp-object-size.',
    );
  }
  return size;
}

function checkExpected(request: ApiRequest, checksum: StoredChecksum | undefined): void {
  if (checksum === undefined) {
    return;
  }
  const expected = request.header(checksumHeader(checksum.algorithm));
  // Composite values are accepted with and without the number of parts.
  const value = checksum.value.replace(/-\d+$/, '');
  if (expected !== undefined && expected !== checksum.value && expected !== value) {
    throw new S3Error('BadDigest');
  }
}
