import { S3Error } from '@stowage/storage-wire/s3-error';
import {
  parseXml,
  type XmlElement,
  xmlChild,
  xmlChildren,
  xmlText,
} from '@stowage/storage-wire/xml';
import { lateRefusal, responseUnreadable } from '../answer-error.ts';

/**
 * Parses an answer that must have this root element, or the name that some server gives it.
 *
 * @throws StorageRequestError: the error S3 sent after its 200, or InvalidResponse
 */
export function readXml(bytes: Uint8Array, rootName: string, otherName?: string): XmlElement {
  let root: XmlElement;
  try {
    root = parseXml(bytes);
  } catch (error) {
    throw error instanceof S3Error ? responseUnreadable(200, error.message) : error;
  }
  if (root.name === 'Error') {
    throw lateRefusal(root);
  }
  if (root.name !== rootName && root.name !== otherName) {
    throw responseUnreadable(200, `${rootName} was expected, not ${root.name}.`);
  }
  return root;
}

/** Text of a child; '' when it is missing. */
export function textOf(element: XmlElement, name: string): string {
  return xmlText(element, name) ?? '';
}

/** Text of a child; undefined when it is missing or empty. */
export function optionalText(element: XmlElement, name: string): string | undefined {
  return xmlText(element, name) || undefined;
}

/** Text of a child, without which nothing can be done. */
export function requiredText(element: XmlElement, name: string): string {
  const text = textOf(element, name);
  if (text === '') throw responseUnreadable(200, `${name} is missing.`);
  return text;
}

/** Whole number of a child, not below 0; 0 when it is missing. */
export function numberOf(element: XmlElement, name: string): number {
  const value = Number(textOf(element, name));
  if (!Number.isSafeInteger(value) || value < 0) {
    throw responseUnreadable(200, `${name} is no number.`);
  }
  return value;
}

/** The tags of a bucket or an object, from the root of their document. */
export function readTagSet(root: XmlElement): Record<string, string> {
  const set = xmlChild(root, 'TagSet');
  const tags = set === undefined ? [] : xmlChildren(set, 'Tag');
  return Object.fromEntries(tags.map((tag) => [textOf(tag, 'Key'), textOf(tag, 'Value')]));
}

/** An ETag without its quotes. */
export function unquote(etag: string): string {
  return etag.replace(/^(?:W\/)?"?|"?$/g, '');
}

/** Reads a name of a listing; undefined for one that is not UTF-8, and so has no text. */
export type NameReader = (text: string) => string | undefined;

/** Reads the names of a listing, which is encoded when it was asked to be. */
export function nameReader(root: XmlElement): NameReader {
  return textOf(root, 'EncodingType') === 'url' ? decodeName : (text) => text;
}

export type NameDecoder = (text: string) => string;

/** The same, where a name without a text stays as it is: the page must not fail for it. */
export function nameDecoder(root: XmlElement): NameDecoder {
  const read = nameReader(root);
  return (text) => read(text) ?? text;
}

/** Names are encoded as forms are: a space is `+`, a plus is `%2B`. */
function decodeName(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) {
    return spaced;
  }
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
