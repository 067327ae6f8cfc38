import { encodeKey } from '@stowage/storage-wire/uri';
import { escapeXml, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { StoredObject } from '../engine/types.ts';
import { replicationStatus } from '../replication/status.ts';
import { shownStorageClass } from './object-headers.ts';

/** The one account that owns every bucket and object. */
export const OWNER_ID = 'b5d9c8b1d0f84c4c8d4a6f3f1f0a7e5c2b9d1e4f7a8c6b3d5e2f1a0c9b8d7e6f';
export const OWNER_NAME = 'stowage';

const OWNER = xmlGroup('Owner', [
  xmlElement('ID', OWNER_ID),
  xmlElement('DisplayName', OWNER_NAME),
]);

/** Returns the Owner element of listings. */
export function ownerXml(): string {
  return OWNER;
}

/** Writes keys unencoded, or percent-encoded with encoding-type=url. */
export function keyWriter(encoded: boolean): (key: string) => string {
  return encoded ? urlEncoded : escaped;
}

function urlEncoded(key: string): string {
  return encodeKey(key).replaceAll('%2A', '*');
}

const PLAIN = /^[A-Za-z0-9 /_.,:;=+@!()#$%^*|~{}[\]?-]*$/;

function escaped(text: string): string {
  return PLAIN.test(text) ? text : escapeXml(text);
}

/** Returns the elements that entries of objects and versions have in common. */
export function entryXml(object: StoredObject, key: string, owner: boolean, extra: string): string {
  return `<Key>${key}</Key><LastModified>${new Date(object.modifiedAt).toISOString()}</LastModified><ETag>&#34;${object.etag}&#34;</ETag>${checksumXml(object)}<Size>${object.size}</Size>${owner ? OWNER : ''}<StorageClass>${shownStorageClass(object)}</StorageClass>${extra}`;
}

function checksumXml({ checksum }: StoredObject): string {
  return checksum === undefined
    ? ''
    : `<ChecksumAlgorithm>${checksum.algorithm}</ChecksumAlgorithm><ChecksumType>${checksum.type}</ChecksumType>`;
}

export function commonPrefixesXml(
  prefixes: readonly string[],
  write: (key: string) => string,
): string {
  let xml = '';
  for (const prefix of prefixes) {
    xml += `<CommonPrefixes><Prefix>${write(prefix)}</Prefix></CommonPrefixes>`;
  }
  return xml;
}

const XML_NAME = /^[a-z_][a-z0-9_.-]*$/;

/** MinIO's extension of listings: user metadata and tags of each object (metadata=true). */
export function metadataXml(object: StoredObject, withTags: boolean): string {
  const members: string[] = [];
  for (const [name, value] of Object.entries(object.metadata)) {
    if (XML_NAME.test(name)) {
      members.push(xmlElement(`X-Amz-Meta-${titleCase(name)}`, readable(value)));
    }
  }
  members.push(xmlElement('content-type', readable(object.contentType)));
  for (const [name, value] of Object.entries(object.headers)) {
    members.push(xmlElement(name, readable(value)));
  }
  const status = replicationStatus(object.replication);
  if (status !== undefined) {
    members.push(xmlElement('X-Amz-Replication-Status', status));
  }
  const tags = new URLSearchParams(object.tags).toString();
  return (
    xmlGroup('UserMetadata', members) +
    (withTags && tags !== '' ? xmlElement('UserTags', tags) : '')
  );
}

function titleCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => {
    return dash + letter.toUpperCase();
  });
}

/** Header values are stored as bytes; most are UTF-8. */
function readable(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
