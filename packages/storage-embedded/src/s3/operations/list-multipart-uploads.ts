import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { StoredUpload } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { readCount, readEncoding } from '../listing-parameters.ts';
import type { Operation } from '../operation.ts';
import { collectUploads } from '../upload-listing.ts';
import { commonPrefixesXml, keyWriter, OWNER_ID, OWNER_NAME, ownerXml } from '../xml-listing.ts';

const MAX_UPLOADS = 1000;

export const listMultipartUploads: Operation = {
  name: 'ListMultipartUploads',
  action: 's3:ListBucketMultipartUploads',
  run: (request) => {
    existingBucket(request);
    const { bucket, query, store } = request;
    const limit = readCount(query, 'max-uploads', MAX_UPLOADS);
    const encoded = readEncoding(query);
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const keyMarker = query.get('key-marker') ?? '';
    const uploadMarker = keyMarker === '' ? '' : (query.get('upload-id-marker') ?? '');
    const page = collectUploads(store.engine, bucket, {
      prefix,
      delimiter,
      afterKey: keyMarker,
      afterUpload: uploadMarker,
      limit,
    });
    const write = keyWriter(encoded);
    return xmlReply(
      xmlDocument('ListMultipartUploadsResult', [
        xmlElement('Bucket', bucket),
        `<KeyMarker>${write(keyMarker)}</KeyMarker>`,
        xmlElement('UploadIdMarker', uploadMarker),
        page.truncated ? `<NextKeyMarker>${write(page.lastKey)}</NextKeyMarker>` : undefined,
        page.truncated ? xmlElement('NextUploadIdMarker', page.lastUpload) : undefined,
        delimiter === '' ? undefined : `<Delimiter>${write(delimiter)}</Delimiter>`,
        `<Prefix>${write(prefix)}</Prefix>`,
        encoded ? '<EncodingType>url</EncodingType>' : undefined,
        xmlElement('MaxUploads', limit),
        xmlElement('IsTruncated', page.truncated),
        ...page.uploads.map((upload) => uploadXml(upload, write)),
        commonPrefixesXml([...page.prefixes], write),
      ]),
    );
  },
};

function uploadXml(upload: StoredUpload, write: (key: string) => string): string {
  return xmlGroup('Upload', [
    `<Key>${write(upload.key)}</Key>`,
    xmlElement('UploadId', upload.uploadId),
    xmlGroup('Initiator', [xmlElement('ID', OWNER_ID), xmlElement('DisplayName', OWNER_NAME)]),
    ownerXml(),
    xmlElement('StorageClass', upload.attributes.storageClass),
    xmlElement('Initiated', new Date(upload.startedAt).toISOString()),
    upload.checksumAlgorithm === undefined
      ? undefined
      : xmlElement('ChecksumAlgorithm', upload.checksumAlgorithm),
    upload.checksumType === undefined ? undefined : xmlElement('ChecksumType', upload.checksumType),
  ]);
}
