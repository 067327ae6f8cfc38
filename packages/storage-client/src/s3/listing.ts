import { objectPath } from '@stowage/storage-wire/uri';
import { type XmlElement, xmlChild, xmlChildren } from '@stowage/storage-wire/xml';
import type { Transport } from '../transport.ts';
import { checkNames, checkNext } from './check-page.ts';
import {
  type NameDecoder,
  nameDecoder,
  nameReader,
  numberOf,
  optionalText,
  readXml,
  textOf,
  unquote,
} from './read-xml.ts';
import type { ListedObject, ListedVersion, ListingOperations } from './types.ts';

export function listingOperations(transport: Transport): ListingOperations {
  return {
    async listObjects(call) {
      const { bytes } = await transport.sendForBytes({
        method: 'GET',
        path: objectPath(call.bucket),
        query: {
          'list-type': '2',
          'encoding-type': 'url',
          prefix: call.prefix ?? '',
          delimiter: call.delimiter,
          'start-after': call.startAfter,
          'continuation-token': call.continuationToken,
          'max-keys': call.maxKeys?.toString(),
          metadata: call.withMetadata === true ? 'true' : undefined,
        },
        signal: call.signal,
      });
      const root = readXml(bytes, 'ListBucketResult');
      const entries = xmlChildren(root, 'Contents');
      checkNames(call, namesOf(root, entries));
      const truncated = textOf(root, 'IsTruncated') === 'true';
      const nextToken = optionalText(root, 'NextContinuationToken');
      if (truncated) checkNext([call.continuationToken], [nextToken]);
      const decode = nameDecoder(root);
      return {
        objects: entries.map((entry) => readObject(entry, decode)),
        prefixes: readPrefixes(root, decode),
        truncated,
        nextToken: truncated ? nextToken : undefined,
      };
    },

    async listObjectVersions(call) {
      const { bytes } = await transport.sendForBytes({
        method: 'GET',
        path: objectPath(call.bucket),
        query: {
          versions: '',
          'encoding-type': 'url',
          prefix: call.prefix ?? '',
          delimiter: call.delimiter,
          'key-marker': call.keyMarker,
          'version-id-marker': call.versionIdMarker,
          'max-keys': call.maxKeys?.toString(),
          metadata: call.withMetadata === true ? 'true' : undefined,
        },
        signal: call.signal,
      });
      const root = readXml(bytes, 'ListVersionsResult');
      const entries = root.children.filter(
        ({ name }) => name === 'Version' || name === 'DeleteMarker',
      );
      // Order is not checked: a marker is followed by older versions of its own key, and MinIO's
      // markers are more than keys.
      checkNames({ prefix: call.prefix }, namesOf(root, entries));
      const decode = nameDecoder(root);
      const nextKey = optionalText(root, 'NextKeyMarker');
      const nextKeyMarker = nextKey === undefined ? undefined : decode(nextKey);
      const nextVersionIdMarker = optionalText(root, 'NextVersionIdMarker');
      const truncated = textOf(root, 'IsTruncated') === 'true';
      if (truncated) {
        checkNext([call.keyMarker, call.versionIdMarker], [nextKeyMarker, nextVersionIdMarker]);
      }
      return {
        versions: entries.map((entry) => readVersion(entry, decode)),
        prefixes: readPrefixes(root, decode),
        truncated,
        nextKeyMarker,
        nextVersionIdMarker,
      };
    },
  };
}

function namesOf(root: XmlElement, entries: readonly XmlElement[]) {
  const read = nameReader(root);
  return {
    keys: entries.map((entry) => read(textOf(entry, 'Key'))),
    prefixes: xmlChildren(root, 'CommonPrefixes').map((entry) => read(textOf(entry, 'Prefix'))),
  };
}

function readPrefixes(root: XmlElement, decode: NameDecoder): string[] {
  return xmlChildren(root, 'CommonPrefixes').map((entry) => decode(textOf(entry, 'Prefix')));
}

function readObject(entry: XmlElement, decode: NameDecoder): ListedObject {
  const object: ListedObject = {
    key: decode(textOf(entry, 'Key')),
    size: numberOf(entry, 'Size'),
    lastModified: textOf(entry, 'LastModified'),
    etag: unquote(textOf(entry, 'ETag')),
    storageClass: textOf(entry, 'StorageClass'),
  };
  const metadata = xmlChild(entry, 'UserMetadata');
  const tags = optionalText(entry, 'UserTags');
  return metadata === undefined && tags === undefined
    ? object
    : { ...object, ...readMetadata(metadata), tags: readTags(tags) };
}

function readVersion(entry: XmlElement, decode: NameDecoder): ListedVersion {
  return {
    ...readObject(entry, decode),
    versionId: optionalText(entry, 'VersionId') ?? 'null',
    isLatest: textOf(entry, 'IsLatest') === 'true',
    isDeleteMarker: entry.name === 'DeleteMarker',
  };
}

const METADATA_PREFIX = 'x-amz-meta-';

function readMetadata(
  element: XmlElement | undefined,
): Pick<ListedObject, 'metadata' | 'contentType'> {
  const metadata: Record<string, string> = {};
  let contentType: string | undefined;
  for (const { name, text } of element?.children ?? []) {
    const lower = name.toLowerCase();
    if (lower.startsWith(METADATA_PREFIX)) {
      metadata[lower.slice(METADATA_PREFIX.length)] = text;
    } else if (lower === 'content-type') {
      contentType = text;
    }
  }
  return { metadata, contentType };
}

function readTags(text: string | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text ?? ''));
}
