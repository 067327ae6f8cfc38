import { S3Error } from '@stowage/storage-wire/s3-error';
import { type XmlElement, xmlChild, xmlChildren, xmlText } from '@stowage/storage-wire/xml';
import { checkFields, readCount } from '../xml-fields.ts';
import type { LifecycleFilter } from './rules.ts';

const CRITERIA = new Set(['Prefix', 'Tag', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan']);
const FILTER_FIELDS = new Set([...CRITERIA, 'And']);
const TAG_FIELDS = new Set(['Key', 'Value']);
const SEVERAL_TAGS = new Set(['Tag']);
const MAX_PREFIX_BYTES = 1024;
const MAX_TAG_NAME = 128;
const MAX_TAG_VALUE = 256;

/**
 * Parses the filter of a rule, from its Filter or the Prefix that older clients send.
 *
 * @throws S3Error MalformedXML, InvalidArgument
 */
export function parseFilter(rule: XmlElement): LifecycleFilter {
  const filter = xmlChild(rule, 'Filter');
  if (filter === undefined) {
    return { prefix: readPrefix(rule), tags: {} };
  }
  if (xmlChild(rule, 'Prefix') !== undefined && xmlChild(filter, 'Prefix') !== undefined) {
    throw new S3Error('MalformedXML', 'A rule takes either Prefix or Filter.');
  }
  checkFields(filter, FILTER_FIELDS);
  const and = xmlChild(filter, 'And');
  if (filter.children.length > 1) {
    throw new S3Error('InvalidArgument', 'A Filter takes one criterion, or several in And.');
  }
  if (and === undefined) {
    const { prefix, ...criteria } = readCriteria(filter);
    return { ...criteria, prefix: prefix === '' ? readPrefix(rule) : prefix };
  }
  checkFields(and, CRITERIA, SEVERAL_TAGS);
  if (and.children.length < 2) {
    throw new S3Error('MalformedXML', 'And takes two criteria or more.');
  }
  return readCriteria(and);
}

function readCriteria(element: XmlElement): LifecycleFilter {
  const greater = readCount(element, 'ObjectSizeGreaterThan', 0);
  const less = readCount(element, 'ObjectSizeLessThan', 1);
  if (greater !== undefined && less !== undefined && greater >= less) {
    throw new S3Error(
      'InvalidRequest',
      'ObjectSizeLessThan must be greater than ObjectSizeGreaterThan.',
    );
  }
  return {
    prefix: readPrefix(element),
    tags: readTags(element),
    ...(greater === undefined ? {} : { sizeGreaterThan: greater }),
    ...(less === undefined ? {} : { sizeLessThan: less }),
  };
}

function readPrefix(element: XmlElement): string {
  const prefix = xmlText(element, 'Prefix') ?? '';
  if (Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) {
    throw new S3Error('InvalidRequest', `A Prefix may have ${MAX_PREFIX_BYTES} bytes at most.`);
  }
  // Rules are returned as XML, which cannot represent control characters.
  if (/\p{Cc}/u.test(prefix)) {
    throw new S3Error('MalformedXML', 'A Prefix may not hold control characters.');
  }
  return prefix;
}

function readTags(element: XmlElement): Record<string, string> {
  const pairs = xmlChildren(element, 'Tag').map((tag): [string, string] => {
    checkFields(tag, TAG_FIELDS);
    const key = xmlText(tag, 'Key') ?? '';
    const value = xmlText(tag, 'Value') ?? '';
    if (key === '' || key.length > MAX_TAG_NAME || value.length > MAX_TAG_VALUE) {
      throw new S3Error('InvalidArgument', 'The Tag of a Filter is not a valid tag.');
    }
    return [key, value];
  });
  const tags = Object.fromEntries(pairs);
  if (Object.keys(tags).length < pairs.length) {
    throw new S3Error('InvalidArgument', 'The Filter names a tag twice.');
  }
  return tags;
}
