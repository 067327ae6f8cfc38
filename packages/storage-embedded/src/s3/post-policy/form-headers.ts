import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml } from '@stowage/storage-wire/xml';
import { MAX_OBJECT_TAGS, readTagging } from '../tagging.ts';
import type { FormFields } from './form-fields.ts';

const SAME_NAMES = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-md5',
  'content-type',
  'expires',
]);
/** Properties of the request itself that policies may refer to. */
const OF_REQUEST = ['host', 'referer', 'user-agent'] as const;
const NOT_OF_OBJECT = new Set([
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-security-token',
  'x-amz-signature',
]);

/**
 * Returns the headers of an equivalent PUT request.
 *
 * @throws S3Error InvalidArgument for control characters, MalformedXML and InvalidTag
 */
export function headersOfForm(
  fields: FormFields,
  ofRequest: IncomingHttpHeaders,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const name of OF_REQUEST) {
    if (ofRequest[name] !== undefined) {
      headers[name] = ofRequest[name];
    }
  }
  for (const [name, value] of fields) {
    if (SAME_NAMES.has(name) || (name.startsWith('x-amz-') && !NOT_OF_OBJECT.has(name))) {
      headers[name] = headerText(name, value);
    }
  }
  const acl = fields.get('acl');
  if (acl !== undefined) {
    headers['x-amz-acl'] = headerText('acl', acl);
  }
  const tagging = fields.get('tagging');
  if (tagging !== undefined) {
    headers['x-amz-tagging'] = taggingHeader(tagging);
  }
  return headers;
}

/** As in HTTP headers: one character per UTF-8 byte. */
function headerText(name: string, value: string): string {
  const text = Buffer.from(value.trim(), 'utf8').toString('latin1');
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new S3Error('InvalidArgument', `The field '${name}' holds control characters.`);
  }
  return text;
}

function taggingHeader(xml: string): string {
  const tags = readTagging(parseXml(xml), MAX_OBJECT_TAGS);
  return new URLSearchParams(Object.entries(tags)).toString();
}
