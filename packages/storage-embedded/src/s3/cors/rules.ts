import { CORS_METHODS, type CorsRule, MAX_CORS_RULES } from '@stowage/domain/cors';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, type XmlElement, xmlChildren, xmlText } from '@stowage/storage-wire/xml';
import type { StoredBucket } from '../../engine/types.ts';
import { checkFields, readCount } from '../xml-fields.ts';

/** Name of the settings document that holds a bucket's CORS configuration, in XML. */
export const CORS_SETTING = 'cors';

const MAX_ID = 255;
const METHODS: ReadonlySet<string> = new Set(CORS_METHODS);
const REPEATED = new Set(['AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader']);
const RULE_FIELDS = new Set([...REPEATED, 'ID', 'MaxAgeSeconds']);
/** Characters allowed in a response header. */
const PRINTABLE = /^[\x21-\x7e]+$/;

const parsed = new WeakMap<StoredBucket, readonly CorsRule[]>();

/** Returns the rules of a bucket; undefined if it has no configuration. */
export function corsRules(bucket: StoredBucket): readonly CorsRule[] | undefined {
  const text = bucket.settings[CORS_SETTING];
  if (text === undefined) {
    return undefined;
  }
  let rules = parsed.get(bucket);
  if (rules === undefined) {
    rules = parseCors(parseXml(text));
    parsed.set(bucket, rules);
  }
  return rules;
}

/**
 * Parses a CORSConfiguration.
 *
 * @throws S3Error MalformedXML, InvalidRequest
 */
export function parseCors(root: XmlElement): readonly CorsRule[] {
  const elements = xmlChildren(root, 'CORSRule');
  if (
    root.name !== 'CORSConfiguration' ||
    elements.length === 0 ||
    elements.length > MAX_CORS_RULES ||
    elements.length < root.children.length
  ) {
    throw new S3Error('MalformedXML');
  }
  return elements.map(parseRule);
}

function parseRule(element: XmlElement): CorsRule {
  checkFields(element, RULE_FIELDS, REPEATED);
  const origins = texts(element, 'AllowedOrigin');
  const methods = texts(element, 'AllowedMethod');
  const headers = texts(element, 'AllowedHeader');
  const exposed = texts(element, 'ExposeHeader');
  if (origins.length === 0 || methods.length === 0) {
    throw new S3Error('MalformedXML');
  }
  for (const method of methods) {
    if (!METHODS.has(method)) {
      throw new S3Error(
        'InvalidRequest',
        `Found unsupported HTTP method in CORS config. Unsupported method is ${method}`,
      );
    }
  }
  checkPatterns('AllowedOrigin', origins, 1);
  checkPatterns('AllowedHeader', headers, 1);
  checkPatterns('ExposeHeader', exposed, 0);
  if ((xmlText(element, 'ID') ?? '').length > MAX_ID) {
    throw new S3Error('InvalidRequest', `The ID of a rule may have ${MAX_ID} characters at most.`);
  }
  const maxAge = readCount(element, 'MaxAgeSeconds', 0);
  return { origins, methods, headers, exposed, ...(maxAge === undefined ? {} : { maxAge }) };
}

function texts(element: XmlElement, name: string): string[] {
  return xmlChildren(element, name).map(({ text }) => text.trim());
}

function checkPatterns(name: string, patterns: readonly string[], wildcards: number): void {
  for (const pattern of patterns) {
    if (!PRINTABLE.test(pattern)) {
      throw new S3Error('InvalidRequest', `${name} holds characters that no header can have.`);
    }
    if (pattern.split('*').length - 1 > wildcards) {
      throw new S3Error('InvalidRequest', `${name} "${pattern}" has too many wildcards.`);
    }
  }
}
