import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { Engine, StoredUpload } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { readCount, readEncoding } from '../listing-parameters.ts';
import type { Operation } from '../operation.ts';
import { commonPrefixesXml, keyWriter, OWNER_ID, OWNER_NAME, ownerXml } from '../xml-listing.ts';

const MOST_UPLOADS = 1000;

export const listMultipartUploads: Operation = {
  name: 'ListMultipartUploads',
  action: 's3:ListBucketMultipartUploads',
  run: (request) => {
    existingBucket(request);
    const { bucket, query, store } = request;
    const limit = readCount(query, 'max-uploads', MOST_UPLOADS);
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

interface UploadQuery {
  readonly prefix: string;
  readonly delimiter: string;
  readonly afterKey: string;
  readonly afterUpload: string;
  readonly limit: number;
}

interface UploadPage {
  readonly uploads: readonly StoredUpload[];
  readonly prefixes: ReadonlySet<string>;
  readonly truncated: boolean;
  readonly lastKey: string;
  readonly lastUpload: string;
}

/** One page, with keys rolled up at the delimiter. A marker that is a common prefix skips it. */
export function collectUploads(
  engine: Pick<Engine, 'listUploads'>,
  bucket: string,
  query: UploadQuery,
): UploadPage {
  const { prefix, delimiter, limit } = query;
  const uploads: StoredUpload[] = [];
  const prefixes = new Set<string>();
  let lastKey = query.afterKey;
  let lastUpload = query.afterUpload;
  let scanKey = lastKey;
  let scanUpload = lastUpload;
  for (;;) {
    const batch = engine.listUploads(bucket, {
      prefix,
      afterKey: scanKey,
      afterUpload: scanUpload,
      limit: MOST_UPLOADS,
    });
    for (const upload of batch) {
      scanKey = upload.key;
      scanUpload = upload.uploadId;
      const common = commonPrefix(upload.key, prefix, delimiter);
      if (common !== undefined && (prefixes.has(common) || common === query.afterKey)) {
        continue;
      }
      if (uploads.length + prefixes.size >= limit) {
        return { uploads, prefixes, truncated: limit > 0, lastKey, lastUpload };
      }
      if (common === undefined) {
        uploads.push(upload);
        lastKey = upload.key;
        lastUpload = upload.uploadId;
      } else {
        prefixes.add(common);
        lastKey = common;
        lastUpload = '';
      }
    }
    if (batch.length < MOST_UPLOADS) {
      return { uploads, prefixes, truncated: false, lastKey, lastUpload };
    }
  }
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

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
