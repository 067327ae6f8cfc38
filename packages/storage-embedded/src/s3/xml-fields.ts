import { S3Error } from '@stowage/storage-wire/s3-error';
import { type XmlElement, xmlElement, xmlGroup, xmlText } from '@stowage/storage-wire/xml';

const NONE: ReadonlySet<string> = new Set();
/** Upper limit for days, which no age ever reaches. */
const MAX_COUNT = 2_147_483_647;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Checks that an element has only allowed children, each at most once.
 *
 * @throws S3Error MalformedXML
 */
export function checkFields(
  element: XmlElement,
  known: ReadonlySet<string>,
  repeated: ReadonlySet<string> = NONE,
): void {
  const seen = new Set<string>();
  for (const { name } of element.children) {
    if (!known.has(name) || (seen.has(name) && !repeated.has(name))) {
      throw new S3Error('MalformedXML', `${name} is out of place in ${element.name}.`);
    }
    seen.add(name);
  }
}

/**
 * Parses an integer of at least `least`.
 *
 * @throws S3Error MalformedXML if it is not a number, InvalidArgument if it is too small
 */
export function readCount(element: XmlElement, name: string, least: number): number | undefined {
  const text = xmlText(element, name)?.trim();
  if (text === undefined) {
    return undefined;
  }
  if (!/^[+-]?[0-9]{1,15}$/.test(text)) {
    throw new S3Error('MalformedXML', `${name} must be a whole number.`);
  }
  const count = Number(text);
  if (count < least || count > MAX_COUNT) {
    throw new S3Error(
      'InvalidArgument',
      `${name} must be a ${least === 0 ? 'whole number' : 'positive whole number'}.`,
    );
  }
  return count;
}

/**
 * Parses a time that must be midnight UTC, in milliseconds since the epoch.
 *
 * @throws S3Error InvalidArgument
 */
export function readDate(element: XmlElement, name: string): number | undefined {
  const text = xmlText(element, name)?.trim();
  if (text === undefined) {
    return undefined;
  }
  const moment = RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new S3Error('InvalidArgument', `${name} must be in ISO 8601 format.`);
  }
  if (moment % DAY_MS !== 0) {
    throw new S3Error('InvalidArgument', `${name} must be at midnight GMT.`);
  }
  return moment;
}

/** @throws S3Error MalformedXML */
export function readFlag(element: XmlElement, name: string): boolean | undefined {
  const text = xmlText(element, name)?.trim().toLowerCase();
  if (text === undefined) {
    return undefined;
  }
  if (text !== 'true' && text !== 'false') {
    throw new S3Error('MalformedXML', `${name} must be true or false.`);
  }
  return text === 'true';
}

/** Serialises an element without its attributes. */
export function markupOf({ name, children, text }: XmlElement): string {
  return children.length === 0 ? xmlElement(name, text) : xmlGroup(name, children.map(markupOf));
}
