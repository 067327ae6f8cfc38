/**
 * The rest of an address may be any text, the key of an object for one. It stands there as readable
 * as an address allows. Two things need care: a browser resolves '.' and '..' segments
 * even when they are encoded, and servers on the way fold '//' into '/'. Where a segment would be
 * empty, '.' or '..', the slash beside it is written %2F, so that it is part of a longer segment and
 * stays.
 */
const readable = /%(?:3A|40|2C|3B|3D|2B|26)/g;

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(readable, (code) => decodeURIComponent(code));
}

function isFolded(segment: string | undefined): boolean {
  return segment === '' || segment === '.' || segment === '..';
}

/** A text that is '.' or '..' and nothing else has no slash to lean on; this mark stands before it. */
const dotMark = '%00';

/** The part of an address that stands for a text. */
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

/** The text that a part of an address stands for; undefined when it is not valid percent-encoding. */
export function decodeRest(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text === '\0.' || text === '\0..' ? text.slice(1) : text;
  } catch {
    return undefined;
  }
}
