/**
 * The rest of an address may be any text, such as an object key. It is kept as readable as an
 * address allows. Two cases need care: browsers resolve '.' and '..' segments even when they are
 * encoded, and intermediate servers collapse '//' to '/'. If a segment would be empty, '.' or '..',
 * the adjacent slash is written as %2F, which makes it part of a longer segment and preserves it.
 */
const readable = /%(?:3A|40|2C|3B|3D|2B|26)/g;

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(readable, (code) => decodeURIComponent(code));
}

function isFolded(segment: string | undefined): boolean {
  return segment === '' || segment === '.' || segment === '..';
}

/**
 * A text that is just '.' or '..' has no adjacent slash to encode, so it is prefixed with this
 * mark.
 */
const dotMark = '%00';

/** Encodes a text as the rest of an address. */
export function encodeRest(text: string): string {
  if (text === '.' || text === '..') return dotMark + text;
  const segments = text.split('/');
  const last = segments.length - 1;
  return segments.reduce((path, segment, index) => {
    if (index === 0) return encodeSegment(segment);
    const closes = index === last && segment === '';
    const folded = isFolded(segments[index - 1]) || (isFolded(segment) && !closes);
    return `${path}${folded ? '%2F' : '/'}${encodeSegment(segment)}`;
  }, '');
}

/** Decodes the rest of an address; undefined if it is not valid percent-encoding. */
export function decodeRest(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text === '\0.' || text === '\0..' ? text.slice(1) : text;
  } catch {
    return undefined;
  }
}
