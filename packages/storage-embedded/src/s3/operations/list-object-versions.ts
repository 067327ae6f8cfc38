import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { Listing, StoredObject } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import { readListingParameters } from '../listing-parameters.ts';
import type { Operation } from '../operation.ts';
import { commonPrefixesXml, entryXml, keyWriter, ownerXml } from '../xml-listing.ts';
import { permittedMetadata } from './list-objects.ts';

export const listObjectVersions: Operation = {
  name: 'ListObjectVersions',
  action: 's3:ListBucketVersions',
  run: (request) => {
    existingBucket(request);
    const { query, bucket, store } = request;
    const parameters = readListingParameters(query);
    const { prefix, delimiter, maxKeys, encoded } = parameters;
    const keyMarker = query.get('key-marker') ?? '';
    const versionMarker = query.get('version-id-marker') ?? '';
    if (versionMarker !== '' && keyMarker === '') {
      throw new S3Error(
        'InvalidArgument',
        'A version-id marker cannot be specified without a key marker.',
      );
    }
    const listing: Listing =
      maxKeys === 0
        ? { objects: [], prefixes: [] }
        : store.engine.list({
            bucket,
            prefix,
            delimiter,
            after: keyMarker,
            limit: maxKeys,
            versions: true,
            ...(versionMarker === '' ? {} : { afterVersion: versionMarker }),
          });
    const write = keyWriter(encoded);
    const withMetadata = query.get('metadata') === 'true';
    const entries = listing.objects.map((object) =>
      versionXml(object, write, withMetadata ? permittedMetadata(request, object) : ''),
    );
    const { next } = listing;
    return xmlReply(
      xmlDocument('ListVersionsResult', [
        xmlElement('Name', bucket),
        `<Prefix>${write(prefix)}</Prefix>`,
        `<KeyMarker>${write(keyMarker)}</KeyMarker>`,
        xmlElement('VersionIdMarker', versionMarker),
        next === undefined ? undefined : `<NextKeyMarker>${write(next.key)}</NextKeyMarker>`,
        next?.versionId === undefined
          ? undefined
          : xmlElement('NextVersionIdMarker', next.versionId),
        xmlElement('MaxKeys', maxKeys),
        delimiter === '' ? undefined : `<Delimiter>${write(delimiter)}</Delimiter>`,
        encoded ? '<EncodingType>url</EncodingType>' : undefined,
        xmlElement('IsTruncated', next !== undefined),
        entries.join(''),
        commonPrefixesXml(listing.prefixes, write),
      ]),
    );
  },
};

function versionXml(object: StoredObject, write: (key: string) => string, extra: string): string {
  const state = `<IsLatest>${object.isLatest}</IsLatest><VersionId>${object.versionId}</VersionId>`;
  if (object.isDeleteMarker) {
    const modified = new Date(object.modifiedAt).toISOString();
    return `<DeleteMarker><Key>${write(object.key)}</Key><LastModified>${modified}</LastModified>${ownerXml()}${state}</DeleteMarker>`;
  }
  return `<Version>${entryXml(object, write(object.key), true, state + extra)}</Version>`;
}
