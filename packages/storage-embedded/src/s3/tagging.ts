import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseQuery } from '@stowage/storage-wire/uri';
import type { XmlElement } from '@stowage/storage-wire/xml';
import {
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from '@stowage/storage-wire/xml';

export type Tags = Readonly<Record<string, string>>;

export const MAX_OBJECT_TAGS = 10;
export const MAX_BUCKET_TAGS = 50;
const MAX_NAME = 128;
const MAX_VALUE = 256;
/**
 * Characters that S3 allows in tags: letters, digits and spaces of any script, and + - = . _ : / @
 */
const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/**
 * Parses the x-amz-tagging header, a query string of tags.
 *
 * @throws S3Error InvalidTag
 */
export function parseTagging(header: string): Tags {
  return checkTags(parseQuery(header), MAX_OBJECT_TAGS);
}

/**
 * Parses a Tagging document.
 *
 * @throws S3Error MalformedXML, InvalidTag
 */
export function readTagging(root: XmlElement, most: number): Tags {
  const set = xmlChild(root, 'TagSet');
  if (root.name !== 'Tagging' || set === undefined) {
    throw new S3Error('MalformedXML');
  }
  const pairs = xmlChildren(set, 'Tag').map((tag): [string, string] => {
    const name = xmlText(tag, 'Key');
    if (name === undefined) {
      throw new S3Error('MalformedXML');
    }
    return [name, xmlText(tag, 'Value') ?? ''];
  });
  return checkTags(pairs, most);
}

export function writeTagging(tags: Tags): string {
  const sorted = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  const set = sorted.map(([name, value]) =>
    xmlGroup('Tag', [xmlElement('Key', name), xmlElement('Value', value)]),
  );
  return xmlDocument('Tagging', [xmlGroup('TagSet', set)]);
}

function checkTags(pairs: readonly (readonly [string, string])[], most: number): Tags {
  if (pairs.length > most) {
    throw new S3Error('InvalidTag', `There cannot be more than ${most} tags.`);
  }
  const tags = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (name === '' || name.length > MAX_NAME || !ALLOWED.test(name)) {
      throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid.');
    }
    if (value.length > MAX_VALUE || !ALLOWED.test(value)) {
      throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid.');
    }
    if (tags.has(name)) {
      throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key.');
    }
    tags.set(name, value);
  }
  return Object.fromEntries(tags);
}
