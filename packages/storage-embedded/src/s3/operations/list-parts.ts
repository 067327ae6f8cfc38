import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { StoredPart } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { checksumElements } from '../checksum-headers.ts';
import { readCount } from '../listing-parameters.ts';
import type { Operation } from '../operation.ts';
import { existingUpload, MAX_PARTS } from '../uploads.ts';
import { OWNER_ID, OWNER_NAME, ownerXml } from '../xml-listing.ts';

const MAX_LISTED_PARTS = 1000;

export const listParts: Operation = {
  name: 'ListParts',
  action: 's3:ListMultipartUploadParts',
  run: (request) => {
    existingBucket(request);
    const upload = existingUpload(request);
    const { query, store } = request;
    const limit = readCount(query, 'max-parts', MAX_LISTED_PARTS);
    const marker = query.get('part-number-marker') ?? '';
    const after = marker === '' ? 0 : readCount(query, 'part-number-marker', MAX_PARTS);
    const found = limit === 0 ? [] : store.engine.listParts(upload, { after, limit: limit + 1 });
    const parts = found.slice(0, limit);
    const truncated = found.length > limit;
    const { checksumAlgorithm, checksumType } = upload;
    return xmlReply(
      xmlDocument('ListPartsResult', [
        xmlElement('Bucket', upload.bucket),
        xmlElement('Key', upload.key),
        xmlElement('UploadId', upload.uploadId),
        xmlGroup('Initiator', [xmlElement('ID', OWNER_ID), xmlElement('DisplayName', OWNER_NAME)]),
        ownerXml(),
        xmlElement('StorageClass', upload.attributes.storageClass),
        xmlElement('PartNumberMarker', after),
        xmlElement('NextPartNumberMarker', parts.at(-1)?.number ?? 0),
        xmlElement('MaxParts', limit),
        xmlElement('IsTruncated', truncated),
        checksumAlgorithm === undefined
          ? undefined
          : xmlElement('ChecksumAlgorithm', checksumAlgorithm),
        checksumType === undefined ? undefined : xmlElement('ChecksumType', checksumType),
        ...parts.map(partXml),
      ]),
    );
  },
};

function partXml(part: StoredPart): string {
  const checksum = part.checksum === undefined ? [] : checksumElements(part.checksum).slice(0, 1);
  return xmlGroup('Part', [
    xmlElement('PartNumber', part.number),
    xmlElement('LastModified', new Date(part.modifiedAt).toISOString()),
    xmlElement('ETag', `"${part.etag}"`),
    xmlElement('Size', part.size),
    ...checksum.map(([name, value]) => xmlElement(name, value)),
  ]);
}
