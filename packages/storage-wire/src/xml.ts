import { malformed, type XmlElement, type XmlLimits, XmlScanner } from './xml-scanner.ts';

export type { XmlElement, XmlLimits } from './xml-scanner.ts';

/** Enough for a listing of 1000 long, encoded keys and for 10,000 parts. */
const DEFAULT_LIMITS: XmlLimits = {
  maxSize: 16 * 1024 * 1024,
  maxDepth: 32,
  maxElements: 200_000,
};

/**
 * Parses the XML of S3 messages: elements, attributes, text, CDATA; comments and processing
 * instructions are skipped. Document types and all entities except XML's five are refused, so
 * nothing can expand. Hand-written because a general parser takes ten times as long for the 1000
 * keys of a listing, during which all other requests are blocked.
 *
 * @returns the root element
 * @throws S3Error MalformedXML if it is not well-formed, not UTF-8, or exceeds a limit
 */
export function parseXml(input: string | Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  if (input.length > bounds.maxSize) {
    throw malformed('The document is too large.');
  }
  return new XmlScanner(typeof input === 'string' ? input : decodeUtf8(input), bounds).scan();
}

/** Returns the first child element of that name. */
export function xmlChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** Returns all child elements of that name. */
export function xmlChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the text of the first child element of that name. */
export function xmlText(element: XmlElement, name: string): string | undefined {
  return xmlChild(element, name)?.text;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('it is not UTF-8.');
  }
}

const UNSAFE = /[\p{Cc}"&'<>\ufffe\uffff]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '&#34;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
  '\x00': '\ufffd',
  '\ufffe': '\ufffd',
  '\uffff': '\ufffd',
};

/**
 * Escapes text for an element's content or an attribute. Control characters become character
 * references, as S3 writes keys that contain them; characters without a reference become U+FFFD.
 */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      UNSAFE,
      (character) =>
        ESCAPES[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
    );
}

/** Returns `<name>text</name>` with the text escaped. */
export function xmlElement(name: string, text: string | number | boolean): string {
  return `<${name}>${typeof text === 'string' ? escapeXml(text) : text}</${name}>`;
}

/** Returns `<name>…</name>` around finished markup; undefined members are omitted. */
export function xmlGroup(name: string, members: readonly (string | undefined)[]): string {
  let inner = '';
  for (const member of members) {
    inner += member ?? '';
  }
  return `<${name}>${inner}</${name}>`;
}

const S3_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** Returns a complete document: declaration and root element with its namespace. */
export function xmlDocument(
  name: string,
  members: readonly (string | undefined)[],
  namespace: string = S3_NAMESPACE,
): string {
  const root = xmlGroup(name, members);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}"${root.slice(name.length + 1)}`;
}
