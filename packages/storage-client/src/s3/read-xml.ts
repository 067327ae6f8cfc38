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
 * Parses a response that must have this root element, or the alternative name used by some servers.
 *
 * @throws StorageRequestError: the error S3 sent after status 200, or InvalidResponse
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

/** Returns the text of a child; '' if it is missing. */
export function textOf(element: XmlElement, name: string): string {
  return xmlText(element, name) ?? '';
}

/** Returns the text of a child; undefined if it is missing or empty. */
export function optionalText(element: XmlElement, name: string): string | undefined {
  return xmlText(element, name) || undefined;
}

/** Returns the text of a required child. */
export function requiredText(element: XmlElement, name: string): string {
  const text = textOf(element, name);
  if (text === '') throw responseUnreadable(200, `${name} is missing.`);
  return text;
}

/** Returns a child's non-negative integer; 0 if it is missing. */
export function numberOf(element: XmlElement, name: string): number {
  const value = Number(textOf(element, name));
  if (!Number.isSafeInteger(value) || value < 0) {
    throw responseUnreadable(200, `${name} is no number.`);
  }
  return value;
}

/** Reads the tags of a bucket or object, from the root of their document. */
export function readTagSet(root: XmlElement): Record<string, string> {
  const set = xmlChild(root, 'TagSet');
  const tags = set === undefined ? [] : xmlChildren(set, 'Tag');
  return Object.fromEntries(tags.map((tag) => [textOf(tag, 'Key'), textOf(tag, 'Value')]));
}

/** Removes the quotes of an ETag. */
export function unquote(etag: string): string {
  return etag.replace(/^(?:W\/)?"?|"?$/g, '');
}

/** Decodes a name of a listing; undefined if it is not valid UTF-8. */
export type NameReader = (text: string) => string | undefined;

/** Returns the reader for the names of a listing, which are encoded if that was requested. */
export function nameReader(root: XmlElement): NameReader {
  return textOf(root, 'EncodingType') === 'url' ? decodeName : (text) => text;
}

export type NameDecoder = (text: string) => string;

/**
 * Returns a reader that leaves invalid names undecoded, so that they do not fail the whole page.
 */
export function nameDecoder(root: XmlElement): NameDecoder {
  const read = nameReader(root);
  return (text) => read(text) ?? text;
}

/** Names are form-encoded: a space is `+`, a plus is `%2B`. */
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
