import type { ChecksumAlgorithm } from '@stowage/storage-wire/checksum';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredChecksum } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { readChecksumAlgorithm } from '../checksum-headers.ts';
import { compressionOf } from '../compression/compressible.ts';
import { encryptionHeaders } from '../encryption/encryption-headers.ts';
import { readAttributes } from '../object-attributes.ts';
import type { Operation } from '../operation.ts';

export const createMultipartUpload: Operation = {
  name: 'CreateMultipartUpload',
  action: 's3:PutObject',
  run: async (request) => {
    const bucket = existingBucket(request);
    const asked = readAttributes(request, bucket);
    const attributes = { ...asked, ...compressionOf(request, asked) };
    const checksumAlgorithm = readChecksumAlgorithm(request.headers);
    const checksumType = readChecksumType(request, checksumAlgorithm);
    const uploadId = await request.store.engine.createUpload({
      bucket: bucket.name,
      key: request.key,
      attributes,
      ...(checksumAlgorithm === undefined || checksumType === undefined
        ? {}
        : { checksumAlgorithm, checksumType }),
    });
    const headers =
      checksumAlgorithm === undefined || checksumType === undefined
        ? []
        : ['x-amz-checksum-algorithm', checksumAlgorithm, 'x-amz-checksum-type', checksumType];
    headers.push(...encryptionHeaders(request, attributes));
    return xmlReply(
      xmlDocument('InitiateMultipartUploadResult', [
        xmlElement('Bucket', bucket.name),
        xmlElement('Key', request.key),
        xmlElement('UploadId', uploadId),
      ]),
      headers,
    );
  },
};

/** CRC64NVME is only available for whole objects, SHA checksums only as composites. */
function readChecksumType(
  request: ApiRequest,
  algorithm: ChecksumAlgorithm | undefined,
): StoredChecksum['type'] | undefined {
  const wanted = request.header('x-amz-checksum-type');
  if (algorithm === undefined) {
    if (wanted !== undefined) {
      throw new S3Error('InvalidRequest', 'x-amz-checksum-type needs x-amz-checksum-algorithm.');
    }
    return undefined;
  }
  const type = wanted?.toUpperCase() ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  const fits =
    type === 'FULL_OBJECT'
      ? algorithm.startsWith('CRC')
      : type === 'COMPOSITE' && algorithm !== 'CRC64NVME';
  if (!fits) {
    throw new S3Error(
      'InvalidRequest',
      `The ${type} checksum type cannot be used with the ${algorithm} checksum algorithm.`,
    );
  }
  return type === 'FULL_OBJECT' ? 'FULL_OBJECT' : 'COMPOSITE';
}
