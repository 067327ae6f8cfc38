import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { StoredBucket } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { readToken, writeToken } from '../listing-parameters.ts';
import type { Operation } from '../operation.ts';
import { ownerXml } from '../xml-listing.ts';

const MAX_BUCKETS = 10_000;

export const listBuckets: Operation = {
  name: 'ListBuckets',
  // Without s3:ListAllMyBuckets, callers see the buckets they may use.
  action: 'none',
  run: (request) => {
    const { query } = request;
    const limit = readLimit(query.get('max-buckets'));
    const prefix = query.get('prefix') ?? '';
    const region = query.get('bucket-region') ?? '';
    const token = query.get('continuation-token') ?? '';
    const after = token === '' ? '' : readToken(token);
    const wanted = visibleBuckets(request).filter(
      (bucket) =>
        bucket.name.startsWith(prefix) &&
        bucket.name > after &&
        (region === '' || bucket.region === region),
    );
    const page = wanted.slice(0, limit);
    const last = wanted.length > page.length ? page.at(-1) : undefined;
    return xmlReply(
      xmlDocument('ListAllMyBucketsResult', [
        ownerXml(),
        xmlGroup('Buckets', page.map(bucketXml)),
        last === undefined ? undefined : xmlElement('ContinuationToken', writeToken(last.name)),
        prefix === '' ? undefined : xmlElement('Prefix', prefix),
      ]),
    );
  },
};

function bucketXml({ name, createdAt, region }: StoredBucket): string {
  return xmlGroup('Bucket', [
    xmlElement('Name', name),
    xmlElement('CreationDate', new Date(createdAt).toISOString()),
    xmlElement('BucketRegion', region),
  ]);
}

/** Returns all buckets at once unless the client asks for pages. */
function readLimit(text: string | undefined): number {
  if (text === undefined || text === '') {
    return Number.POSITIVE_INFINITY;
  }
  const limit = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_BUCKETS) {
    throw new S3Error('InvalidArgument', `max-buckets must be from 1 to ${MAX_BUCKETS}.`);
  }
  return limit;
}

/** @throws S3Error AccessDenied if there are none to show */
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
