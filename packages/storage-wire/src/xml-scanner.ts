import { S3Error } from './s3-error.ts';

/** An element of a parsed document. */
export interface XmlElement {
  /** Name without namespace prefix. */
  readonly name: string;
  /** Values by name without namespace prefix (`xsi:type` is `type`). */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, with white space; numbers are not parsed. */
  readonly text: string;
}

export interface XmlLimits {
  /** In bytes for a Uint8Array, in UTF-16 units for a string. */
  readonly maxSize: number;
  readonly maxDepth: number;
  readonly maxElements: number;
}

/** Returns the error for an invalid document. */
export function malformed(detail: string): S3Error {
  return new S3Error('MalformedXML', `The XML is not well-formed: ${detail}`);
}

interface SimpleTag {
  readonly rawName: string;
  readonly name: string;
  readonly closing: string;
  readonly empty: boolean;
}

interface OpenElement {
  readonly rawName: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const NAME = '[A-Za-z_\\u0080-\\uffff][\\w.\\-:\\u0080-\\uffff]*';
const SIMPLE_TAG = new RegExp(`^(${NAME})[ \\t\\r\\n]*(/?)$`);
const OPEN_START = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(
  `[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`,
  'y',
);
const OPEN_END = /[ \t\r\n]*(\/?)>/y;
/** Generous: S3 has elements with two. */
const MAX_ATTRIBUTES = 100;
/** Maximum number of cached tags. */
const MAX_TAGS = 1000;
const EMPTY_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Scans one document from start to end. */
export class XmlScanner {
  readonly #text: string;
  readonly #limits: XmlLimits;
  readonly #open: OpenElement[] = [];
  readonly #tags = new Map<string, SimpleTag>();
  #at = 0;
  #elements = 0;
  #root: XmlElement | undefined;

  constructor(text: string, limits: XmlLimits) {
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
    this.#limits = limits;
  }

  scan(): XmlElement {
    const text = this.#text;
    while (this.#at < text.length) {
      const markup = text.indexOf('<', this.#at);
      const end = markup < 0 ? text.length : markup;
      if (end > this.#at) {
        this.#characters(text.slice(this.#at, end), true);
        this.#at = end;
      }
      if (markup >= 0) {
        this.#markup();
      }
    }
    if (this.#root === undefined || this.#open.length > 0) {
      throw malformed('it ends early.');
    }
    return this.#root;
  }

  #markup(): void {
    const text = this.#text;
    switch (text[this.#at + 1]) {
      case '/':
        this.#closeTag();
        break;
      case '?':
        this.#skipTo('?>');
        break;
      case '!':
        if (text.startsWith('<!--', this.#at)) {
          this.#at += 4;
          this.#skipTo('-->');
        } else if (text.startsWith('<![CDATA[', this.#at)) {
          const start = this.#at + 9;
          this.#skipTo(']]>');
          this.#characters(text.slice(start, this.#at - 3), false);
        } else {
          throw malformed('a document type is not accepted.');
        }
        break;
      default:
        this.#openTag();
    }
  }

  #characters(run: string, escaped: boolean): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (run.trim() !== '' || !escaped) {
        throw malformed('text stands outside the root element.');
      }
      return;
    }
    parent.text += escaped ? readText(run) : normalizeLines(run);
  }

  #skipTo(end: string): void {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0) {
      throw malformed(`'${end}' is missing.`);
    }
    this.#at = found + end.length;
  }

  #openTag(): void {
    if (this.#root !== undefined && this.#open.length === 0) {
      throw malformed('it has more than one root element.');
    }
    if (this.#open.length >= this.#limits.maxDepth) {
      throw malformed('elements are nested too deeply.');
    }
    if (++this.#elements > this.#limits.maxElements) {
      throw malformed('it has too many elements.');
    }
    const end = this.#text.indexOf('>', this.#at);
    const tag = this.#simpleTag(this.#text.slice(this.#at + 1, end));
    if (tag === undefined) {
      this.#openTagWithAttributes();
    } else {
      this.#at = end + 1;
      if (tag.empty || !this.#leaf(tag)) {
        this.#begin(tag.rawName, tag.name, EMPTY_ATTRIBUTES, tag.empty);
      }
    }
  }

  /** Reads a text-only element in one step. */
  #leaf(tag: SimpleTag): boolean {
    const parent = this.#open.at(-1);
    const end = this.#text.indexOf('<', this.#at);
    if (parent === undefined || !this.#text.startsWith(tag.closing, end)) {
      return false;
    }
    const text = readText(this.#text.slice(this.#at, end));
    parent.children.push({ name: tag.name, attributes: EMPTY_ATTRIBUTES, children: [], text });
    this.#at = end + tag.closing.length;
    return true;
  }

  /** Parses a tag without attributes, with a cache by its text, as listings repeat a few tags. */
  #simpleTag(text: string): SimpleTag | undefined {
    const known = this.#tags.get(text);
    if (known !== undefined) {
      return known;
    }
    const match = SIMPLE_TAG.exec(text);
    if (match === null) {
      return undefined;
    }
    const rawName = match[1] ?? '';
    const name = localName(rawName);
    const tag = { rawName, name, closing: `</${rawName}>`, empty: match[2] === '/' };
    if (this.#tags.size < MAX_TAGS) {
      this.#tags.set(text, tag);
    }
    return tag;
  }

  #openTagWithAttributes(): void {
    const rawName = this.#match(OPEN_START)?.[1];
    if (rawName === undefined) {
      throw malformed("a '<' begins no element.");
    }
    const attributes = new Map<string, string>();
    for (let found = this.#match(ATTRIBUTE); found !== null; found = this.#match(ATTRIBUTE)) {
      const rawAttribute = found[1] ?? '';
      if (attributes.has(rawAttribute)) {
        throw malformed('an attribute is repeated.');
      }
      if (attributes.size >= MAX_ATTRIBUTES) {
        throw malformed('an element has too many attributes.');
      }
      attributes.set(rawAttribute, unescapeXml(found[2] ?? found[3] ?? ''));
    }
    const end = this.#match(OPEN_END);
    if (end === null) {
      throw malformed('an element has a broken attribute.');
    }
    const local = new Map([...attributes].map(([name, value]) => [localName(name), value]));
    this.#begin(rawName, localName(rawName), local, end[1] === '/');
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) {
      this.#at = pattern.lastIndex;
    }
    return match;
  }

  #begin(
    rawName: string,
    name: string,
    attributes: ReadonlyMap<string, string>,
    empty: boolean,
  ): void {
    this.#open.push({ rawName, name, attributes, children: [], text: '' });
    if (empty) {
      this.#end();
    }
  }

  #closeTag(): void {
    const expected = this.#open.at(-1)?.rawName;
    const end = this.#text.indexOf('>', this.#at);
    if (expected === undefined || end < 0) {
      throw malformed('a closing tag has no opening one.');
    }
    const name = this.#text.slice(this.#at + 2, end);
    if (name !== expected && name.trimEnd() !== expected) {
      throw malformed(`'${expected}' is not closed.`);
    }
    this.#at = end + 1;
    this.#end();
  }

  #end(): void {
    const element = this.#open.pop();
    if (element === undefined) {
      return;
    }
    const { name, attributes, children, text } = element;
    const finished: XmlElement = { name, attributes, children, text };
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.#root = finished;
    } else {
      parent.children.push(finished);
    }
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6});|#([0-9]{1,7});|(amp|apos|gt|lt|quot);)/y;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
};

function normalizeLines(run: string): string {
  return run.includes('\r') ? run.replace(/\r\n?/g, '\n') : run;
}

function readText(run: string): string {
  return unescapeXml(normalizeLines(run));
}

/** Processes references in order, so that the first invalid one throws. */
function unescapeXml(text: string): string {
  let plain = '';
  let at = 0;
  for (let found = text.indexOf('&'); found >= 0; found = text.indexOf('&', at)) {
    REFERENCE.lastIndex = found;
    const [match = '&', hex, decimal, name] = REFERENCE.exec(text) ?? [];
    plain += text.slice(at, found) + expand(match, hex, decimal, name);
    at = found + match.length;
  }
  return plain + text.slice(at);
}

function expand(match: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) {
    return NAMED_ENTITIES[name] ?? '';
  }
  const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
  // Also NaN: an ampersand that does not start a known reference.
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw malformed(`'${match}' is no known character reference.`);
  }
  return String.fromCodePoint(code);
}
