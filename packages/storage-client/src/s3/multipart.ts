import { combineCrc } from '@stowage/storage-wire/checksum';
import { UNSIGNED_PAYLOAD } from '@stowage/storage-wire/sigv4';
import { objectPath } from '@stowage/storage-wire/uri';
import {
  type XmlElement,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
} from '@stowage/storage-wire/xml';
import { responseUnreadable } from '../answer-error.ts';
import { StorageRequestError } from '../errors.ts';
import { header, type Transport } from '../transport.ts';
import { copySourceHeaders } from './copy-source.ts';
import { writeHeaders } from './object-headers.ts';
import {
  nameDecoder,
  numberOf,
  optionalText,
  readXml,
  requiredText,
  textOf,
  unquote,
} from './read-xml.ts';
import type {
  CompletedPart,
  ListMultipartUploads,
  ListParts,
  MultipartOperations,
  PartListing,
  UploadListing,
} from './types-multipart.ts';
import { xmlBody } from './xml-body.ts';

/** S3's limit per upload. */
const MAX_PARTS = 10_000;

const CRC32_OF_ALL = {
  'x-amz-checksum-algorithm': 'CRC32',
  'x-amz-checksum-type': 'FULL_OBJECT',
};

export function multipartOperations(transport: Transport): MultipartOperations {
  return {
    async createMultipartUpload(call) {
      const { bytes } = await transport.sendForBytes({
        method: 'POST',
        path: objectPath(call.bucket, call.key),
        query: { uploads: '' },
        headers: { ...writeHeaders(call), ...(call.withCrc32 && CRC32_OF_ALL) },
        signal: call.signal,
      });
      return readUploadId(bytes);
    },

    async uploadPart({ bucket, key, uploadId, partNumber, body, size, crc32, signal }) {
      const headers = await transport.sendForHeaders({
        method: 'PUT',
        path: objectPath(bucket, key),
        query: { partNumber: String(partNumber), uploadId },
        headers: { 'content-length': String(size), 'x-amz-checksum-crc32': crc32 },
        body,
        payloadHash: UNSIGNED_PAYLOAD,
        transfer: true,
        signal,
      });
      return { partNumber, etag: unquote(header(headers, 'etag') ?? '') };
    },

    async uploadPartCopy({ bucket, key, uploadId, partNumber, source, range, signal }) {
      const { bytes } = await transport.sendForBytes({
        method: 'PUT',
        path: objectPath(bucket, key),
        query: { partNumber: String(partNumber), uploadId },
        headers: {
          ...copySourceHeaders(source),
          'x-amz-copy-source-range': `bytes=${range.start}-${range.end}`,
        },
        signal,
      });
      return { partNumber, etag: unquote(textOf(readXml(bytes, 'CopyPartResult'), 'ETag')) };
    },

    async completeMultipartUpload({ bucket, key, uploadId, parts, signal }) {
      const { bytes, headers } = await transport.sendForBytes({
        method: 'POST',
        path: objectPath(bucket, key),
        query: { uploadId },
        ...xmlBody(
          xmlDocument(
            'CompleteMultipartUpload',
            parts.map(({ partNumber, etag, crc32 }) =>
              xmlGroup('Part', [
                xmlElement('PartNumber', partNumber),
                xmlElement('ETag', `"${etag}"`),
                crc32 === undefined ? undefined : xmlElement('ChecksumCRC32', crc32),
              ]),
            ),
          ),
        ),
        signal,
      });
      const root = readXml(bytes, 'CompleteMultipartUploadResult');
      checkWhole(root, parts);
      return {
        etag: unquote(textOf(root, 'ETag')),
        versionId: header(headers, 'x-amz-version-id'),
      };
    },

    async abortMultipartUpload({ bucket, key, uploadId, signal }) {
      const path = objectPath(bucket, key);
      await transport.sendForHeaders({ method: 'DELETE', path, query: { uploadId }, signal });
    },

    listParts: (call) => listParts(transport, call),
    listMultipartUploads: (call) => listMultipartUploads(transport, call),
  };
}

function readUploadId(bytes: Uint8Array): string {
  const [root, ofRclone] = ['InitiateMultipartUploadResult', 'InitiateMultipartUpload'];
  // With an empty id, calls would affect the object itself: aborting the upload would delete it.
  return requiredText(readXml(bytes, root, ofRclone), 'UploadId');
}

/** Checks the object's CRC32, if the server reports it, against those of its parts. */
function checkWhole(root: XmlElement, parts: readonly CompletedPart[]): void {
  const told = optionalText(root, 'ChecksumCRC32');
  if (told === undefined || optionalText(root, 'ChecksumType') !== 'FULL_OBJECT') return;
  const sums: { checksum: string; size: number }[] = [];
  for (const { crc32, size } of parts) {
    if (crc32 === undefined || size === undefined) return;
    sums.push({ checksum: crc32, size });
  }
  if (combineCrc('CRC32', sums) === told) return;
  throw new StorageRequestError({
    status: 200,
    code: 'BadDigest',
    message: 'The stored object has another CRC32 than its parts.',
  });
}

async function listParts(
  transport: Transport,
  { bucket, key, uploadId, afterPartNumber, maxParts, signal }: ListParts,
): Promise<PartListing> {
  const { bytes } = await transport.sendForBytes({
    method: 'GET',
    path: objectPath(bucket, key),
    query: {
      uploadId,
      'part-number-marker': afterPartNumber?.toString(),
      'max-parts': maxParts?.toString(),
    },
    signal,
  });
  const root = readXml(bytes, 'ListPartsResult');
  const parts = xmlChildren(root, 'Part').map((part) => ({
    partNumber: numberOf(part, 'PartNumber'),
    etag: unquote(textOf(part, 'ETag')),
    size: numberOf(part, 'Size'),
    crc32: optionalText(part, 'ChecksumCRC32'),
    lastModified: textOf(part, 'LastModified'),
  }));
  if (textOf(root, 'IsTruncated') !== 'true') return { parts };
  const nextPartNumber = numberOf(root, 'NextPartNumberMarker') || (parts.at(-1)?.partNumber ?? 0);
  // Following such a list would never end.
  if (nextPartNumber <= (afterPartNumber ?? 0) || nextPartNumber > MAX_PARTS) {
    throw responseUnreadable(200, `The list of parts cannot go on at ${nextPartNumber}.`);
  }
  return { parts, nextPartNumber };
}

async function listMultipartUploads(
  transport: Transport,
  { bucket, prefix, keyMarker, uploadIdMarker, maxUploads, signal }: ListMultipartUploads,
): Promise<UploadListing> {
  const { bytes } = await transport.sendForBytes({
    method: 'GET',
    path: objectPath(bucket),
    query: {
      uploads: '',
      'encoding-type': 'url',
      prefix: prefix ?? '',
      'key-marker': keyMarker,
      'upload-id-marker': uploadIdMarker,
      'max-uploads': maxUploads?.toString(),
    },
    signal,
  });
  const root = readXml(bytes, 'ListMultipartUploadsResult');
  const decode = nameDecoder(root);
  const nextKey = optionalText(root, 'NextKeyMarker');
  return {
    uploads: xmlChildren(root, 'Upload').map((upload) => ({
      key: decode(requiredText(upload, 'Key')),
      uploadId: requiredText(upload, 'UploadId'),
      initiatedAt: textOf(upload, 'Initiated'),
    })),
    truncated: textOf(root, 'IsTruncated') === 'true',
    nextKeyMarker: nextKey === undefined ? undefined : decode(nextKey),
    nextUploadIdMarker: optionalText(root, 'NextUploadIdMarker'),
  };
}
