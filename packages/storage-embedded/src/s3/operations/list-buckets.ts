import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredBucket } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import type { Operation } from '../operation.ts';
import { ownerXml } from '../xml-listing.ts';

export const listBuckets: Operation = {
  name: 'ListBuckets',
  // Without s3:ListAllMyBuckets a caller sees the buckets that it may use.
  action: 'none',
  run: (request) => {
    const members = visibleBuckets(request).map((bucket) =>
      xmlGroup('Bucket', [
        xmlElement('Name', bucket.name),
        xmlElement('CreationDate', new Date(bucket.createdAt).toISOString()),
      ]),
    );
    return xmlReply(
      xmlDocument('ListAllMyBucketsResult', [ownerXml(), xmlGroup('Buckets', members)]),
    );
  },
};

/** @throws S3Error AccessDenied when there is none to show */
function visibleBuckets(request: ApiRequest): readonly StoredBucket[] {
  const buckets = request.store.engine.listBuckets();
  if (request.caller.kind !== 'anonymous' && request.allows('s3:ListAllMyBuckets')) {
    return buckets;
  }
  const visible =
    request.caller.kind === 'anonymous'
      ? []
      : buckets.filter(
          ({ name }) =>
            request.allows('s3:ListBucket', { bucket: name, key: '' }) ||
            request.allows('s3:GetBucketLocation', { bucket: name, key: '' }),
        );
  if (visible.length === 0) {
    throw new S3Error('AccessDenied');
  }
  return visible;
}
