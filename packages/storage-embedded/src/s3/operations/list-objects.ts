import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import type { Listing, StoredObject } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import {
  type ListingParameters,
  readListingParameters,
  readToken,
  writeToken,
} from '../listing-parameters.ts';
import type { Operation } from '../operation.ts';
import { commonPrefixesXml, entryXml, keyWriter, metadataXml } from '../xml-listing.ts';

const NOTHING: Listing = { objects: [], prefixes: [] };

export const listObjects: Operation = {
  name: 'ListObjects',
  action: 's3:ListBucket',
  run: (request) => {
    existingBucket(request);
    const parameters = readListingParameters(request.query);
    const marker = request.query.get('marker') ?? '';
    const listing = list(request, parameters, marker);
    const write = keyWriter(parameters.encoded);
    return xmlReply(
      xmlDocument('ListBucketResult', [
        ...opening(request, parameters),
        `<Marker>${write(marker)}</Marker>`,
        listing.next === undefined
          ? undefined
          : `<NextMarker>${write(listing.next.key)}</NextMarker>`,
        ...closing(request, parameters, listing, true),
      ]),
    );
  },
};

export const listObjectsV2: Operation = {
  name: 'ListObjectsV2',
  action: 's3:ListBucket',
  run: (request) => {
    existingBucket(request);
    const { query } = request;
    const parameters = readListingParameters(query);
    const token = query.get('continuation-token');
    const startAfter = query.get('start-after') ?? '';
    const after = token === undefined ? startAfter : readToken(token);
    const listing = list(request, parameters, after);
    const write = keyWriter(parameters.encoded);
    return xmlReply(
      xmlDocument('ListBucketResult', [
        ...opening(request, parameters),
        startAfter === '' ? undefined : `<StartAfter>${write(startAfter)}</StartAfter>`,
        token === undefined ? undefined : xmlElement('ContinuationToken', token),
        listing.next === undefined
          ? undefined
          : xmlElement('NextContinuationToken', writeToken(listing.next.key)),
        xmlElement('KeyCount', listing.objects.length + listing.prefixes.length),
        ...closing(request, parameters, listing, query.get('fetch-owner') === 'true'),
      ]),
    );
  },
};

function list(
  { bucket, store }: ApiRequest,
  { prefix, delimiter, maxKeys }: ListingParameters,
  after: string,
): Listing {
  return maxKeys === 0
    ? NOTHING
    : store.engine.list({ bucket, prefix, delimiter, after, limit: maxKeys });
}

function opening({ bucket }: ApiRequest, parameters: ListingParameters): string[] {
  const write = keyWriter(parameters.encoded);
  return [xmlElement('Name', bucket), `<Prefix>${write(parameters.prefix)}</Prefix>`];
}

function closing(
  request: ApiRequest,
  parameters: ListingParameters,
  listing: Listing,
  owner: boolean,
): (string | undefined)[] {
  const { maxKeys, delimiter, encoded } = parameters;
  const write = keyWriter(encoded);
  const withMetadata = request.query.get('metadata') === 'true';
  let contents = '';
  for (const object of listing.objects) {
    const extra = withMetadata ? permittedMetadata(request, object) : '';
    contents += `<Contents>${entryXml(object, write(object.key), owner, extra)}</Contents>`;
  }
  return [
    xmlElement('MaxKeys', maxKeys),
    delimiter === '' ? undefined : `<Delimiter>${write(delimiter)}</Delimiter>`,
    encoded ? '<EncodingType>url</EncodingType>' : undefined,
    xmlElement('IsTruncated', listing.next !== undefined),
    contents,
    commonPrefixesXml(listing.prefixes, write),
  ];
}

/** Metadata and tags require the permissions for reading them individually. */
export function permittedMetadata(request: ApiRequest, object: StoredObject): string {
  const { bucket, key, versionId } = object;
  const resource = { bucket, key, versionId };
  return request.allows('s3:GetObject', resource)
    ? metadataXml(object, request.allows('s3:GetObjectTagging', resource))
    : '';
}
