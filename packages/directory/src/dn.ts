/** One attribute of an RDN: its lower-case type and its unescaped value. */
interface Attribute {
  readonly type: string;
  readonly value: string;
}

/** A relative distinguished name (RDN), usually with one attribute. */
type Part = readonly Attribute[];

/** A distinguished name (DN), the entry's own RDN first. */
export type Dn = readonly Part[];

/** No directory has longer names. */
const MAX_DN_LENGTH = 4096;

const TYPE = /^(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)*)$/;
const HEX = /^[0-9a-fA-F]{2}$/;
const SPECIAL = new Set([...',+"\\<>;=# ']);

/**
 * Parses a distinguished name (RFC 4514).
 *
 * @returns undefined if it is invalid or empty
 */
export function parseDn(text: string): Dn | undefined {
  if (text === '' || text.length > MAX_DN_LENGTH) return undefined;
  const parts: Part[] = [];
  for (const part of splitOutside(text, ',')) {
    const attributes = splitOutside(part, '+').map(parseAttribute);
    if (!attributes.every((attribute) => attribute !== undefined)) return undefined;
    parts.push(attributes);
  }
  return parts;
}

/** Splits the text at an unescaped separator. */
function splitOutside(text: string, sign: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
    } else if (text[at] === sign) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

function parseAttribute(text: string): Attribute | undefined {
  const end = text.indexOf('=');
  const type = text.slice(0, Math.max(end, 0)).trim();
  const value = unescapeValue(text.slice(end + 1));
  return end < 0 || !TYPE.test(type) || value === undefined
    ? undefined
    : { type: type.toLowerCase(), value };
}

/** Spaces around a value are not part of it unless escaped. */
function unescapeValue(text: string): string | undefined {
  const bytes: Buffer[] = [];
  let kept = 0;
  const put = (piece: Buffer, counts: boolean) => {
    bytes.push(piece);
    if (counts) kept = bytes.length;
  };
  for (let at = text.length - text.trimStart().length; at < text.length; ) {
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (sign === '\\') {
      const pair = text.slice(at + 1, at + 3);
      const next = text[at + 1] ?? '';
      if (HEX.test(pair)) put(Buffer.from(pair, 'hex'), true);
      else if (SPECIAL.has(next)) put(Buffer.from(next), true);
      else return undefined;
      at += HEX.test(pair) ? 3 : 2;
    } else {
      put(Buffer.from(sign), sign !== ' ');
      at += sign.length;
    }
  }
  try {
    const whole = Buffer.concat(bytes.slice(0, kept));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
  } catch {
    return undefined;
  }
}

/**
 * Formats a name canonically, so that equal names are equal strings: lower-case types, no spaces
 * between the parts, and escapes only where required.
 */
function printDn(dn: Dn): string {
  return dn
    .map((part) =>
      part
        .map(({ type, value }) => `${type}=${escapeValue(value)}`)
        .sort()
        .join('+'),
    )
    .join(',');
}

function escapeValue(value: string): string {
  return [...value]
    .map((sign, at, all) => {
      if (/[,+"\\<>;]/.test(sign)) return `\\${sign}`;
      if (at === 0 && (sign === '#' || sign === ' ')) return `\\${sign}`;
      if (at === all.length - 1 && sign === ' ') return `\\${sign}`;
      return /\p{Cc}/u.test(sign) ? escapeBytes(sign) : sign;
    })
    .join('');
}

function escapeBytes(sign: string): string {
  return Buffer.from(sign).toString('hex').replaceAll(/../g, '\\$&');
}

/** Returns the canonical form of a name; undefined if it is invalid. */
export function normalizeDn(text: string): string | undefined {
  const dn = parseDn(text);
  return dn && printDn(dn);
}

/**
 * Whether a name equals another one or is below it. Ignores case, as directories do for most
 * attributes.
 */
export function isWithin(dn: Dn, base: Dn): boolean {
  const end = dn.slice(dn.length - base.length);
  return dn.length >= base.length && folded(end) === folded(base);
}

function folded(dn: Dn): string {
  return printDn(dn).normalize('NFKC').toLowerCase();
}
