import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { ByteRange, StoredObject, StoredUpload } from '../../engine/types.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumElements, checksumHeader, readSentChecksum } from '../checksum-headers.ts';
import { copiedBody, openCopySource } from '../copy-source.ts';
import { encryptionHeaders } from '../encryption/encryption-headers.ts';
import { withChecksum } from '../hashing-body.ts';
import type { Operation } from '../operation.ts';
import { storedBody } from '../stored-body.ts';
import { existingUpload, needPartKey, partNumber } from '../uploads.ts';

/** Maximum part size, 5 GiB. */
const MAX_PART_BYTES = 5 * 1024 ** 3;

export const uploadPart: Operation = {
  name: 'UploadPart',
  action: 's3:PutObject',
  run: async (request) => {
    existingBucket(request);
    const number = partNumber(request);
    const upload = existingUpload(request);
    const { size } = request.payload;
    if (size > MAX_PART_BYTES) {
      throw new S3Error('EntityTooLarge');
    }
    refuseOtherChecksum(request, upload);
    needPartKey(request, upload);
    const { engine, quotas } = request.store;
    const part = await quotas.within(request.bucket, size, async () => {
      const body = await request.payload.incoming(upload.checksumAlgorithm);
      return engine.putPart(upload, number, storedBody(request, upload.attributes, body, number));
    });
    const headers = ['ETag', `"${part.etag}"`];
    if (part.checksum !== undefined) {
      headers.push(checksumHeader(part.checksum.algorithm), part.checksum.value);
    }
    headers.push(...encryptionHeaders(request, upload.attributes));
    return emptyReply(200, headers);
  },
};

export const uploadPartCopy: Operation = {
  name: 'UploadPartCopy',
  action: 's3:PutObject',
  run: async (request) => {
    existingBucket(request);
    const number = partNumber(request);
    const upload = existingUpload(request);
    needPartKey(request, upload);
    const { object } = openCopySource(request);
    const range = copyRange(request.header('x-amz-copy-source-range'), object);
    const body = await copiedBody(request, object, range);
    if (body.size > MAX_PART_BYTES) {
      throw new S3Error('EntityTooLarge');
    }
    const { checksumAlgorithm } = upload;
    const { engine, quotas } = request.store;
    const content = checksumAlgorithm === undefined ? body : withChecksum(body, checksumAlgorithm);
    const part = await quotas.within(request.bucket, body.size, () =>
      engine.putPart(upload, number, storedBody(request, upload.attributes, content, number)),
    );
    const checksum = part.checksum === undefined ? [] : checksumElements(part.checksum).slice(0, 1);
    const headers = encryptionHeaders(request, upload.attributes);
    if (object.versionId !== 'null') {
      headers.push('x-amz-copy-source-version-id', object.versionId);
    }
    return xmlReply(
      xmlDocument('CopyPartResult', [
        xmlElement('LastModified', new Date(part.modifiedAt).toISOString()),
        xmlElement('ETag', `"${part.etag}"`),
        ...checksum.map(([name, value]) => xmlElement(name, value)),
      ]),
      headers,
    );
  },
};

function refuseOtherChecksum(request: ApiRequest, upload: StoredUpload): void {
  const sent = readSentChecksum(request.headers);
  if (
    sent !== undefined &&
    upload.checksumAlgorithm !== undefined &&
    sent.algorithm !== upload.checksumAlgorithm
  ) {
    throw new S3Error(
      'InvalidRequest',
      `Checksum Type mismatch occurred, expected checksum Type: ${upload.checksumAlgorithm}, actual checksum Type: ${sent.algorithm}`,
    );
  }
}

/** The range must have both ends and lie within the source. */
function copyRange(header: string | undefined, object: StoredObject): ByteRange | undefined {
  if (header === undefined || header === '') {
    return undefined;
  }
  const match = /^bytes=([0-9]{1,15})-([0-9]{1,15})$/.exec(header);
  const start = Number(match?.[1]);
  const end = Number(match?.[2]);
  if (match === null || start > end) {
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    );
  }
  if (end >= object.size) {
    throw new S3Error('InvalidArgument', 'Range specified is not valid for source object');
  }
  return { start, end };
}
