import { malformed, type XmlElement, type XmlLimits, XmlScanner } from './xml-scanner.ts';

export type { XmlElement, XmlLimits } from './xml-scanner.ts';

/** Room for a listing of 1000 long, encoded keys and for 10,000 parts. */
const DEFAULT_LIMITS: XmlLimits = {
  maxSize: 16 * 1024 * 1024,
  maxDepth: 32,
  maxElements: 200_000,
};

/**
 * Parses the XML of S3 messages: elements, attributes, text, CDATA; comments and processing
 * instructions are skipped. A document type is refused and no entity but XML's five is known,
 * so nothing can expand. It is written by hand because a listing's 1000 keys take a tenth of the
 * time that a general parser takes, and would hold up every other request for that long.
 *
 * @returns the root element
 * @throws S3Error MalformedXML when it is not well-formed, not UTF-8, or beyond a limit
 */
export function parseXml(input: string | Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  if (input.length > bounds.maxSize) {
    throw malformed('The document is too large.');
  }
  return new XmlScanner(typeof input === 'string' ? input : decodeUtf8(input), bounds).scan();
}

/** The first child element of that name. */
export function xmlChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** All child elements of that name, be there none, one or many. */
export function xmlChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the first child element of that name. */
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
 * references, as S3 writes keys that hold them; what no reference can say becomes U+FFFD.
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

/** `<name>text</name>` with the text escaped. */
export function xmlElement(name: string, text: string | number | boolean): string {
  return `<${name}>${typeof text === 'string' ? escapeXml(text) : text}</${name}>`;
}

/** `<name>…</name>` around markup that is written already; undefined members are left out. */
export function xmlGroup(name: string, members: readonly (string | undefined)[]): string {
  let inner = '';
  for (const member of members) {
    inner += member ?? '';
  }
  return `<${name}>${inner}</${name}>`;
}

const S3_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A whole document: declaration and root element with its namespace. */
export function xmlDocument(
  name: string,
  members: readonly (string | undefined)[],
  namespace: string = S3_NAMESPACE,
): string {
  const root = xmlGroup(name, members);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}"${root.slice(name.length + 1)}`;
}
