import type { RuleTag } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';

/**
 * Parses the tags of a rule: pairs as in a query string (key=value&key=value, percent-encoded).
 * @throws ConsoleError InvalidInput with the field 'tags'
 */
export function readTagPairs(text: string): RuleTag[] {
  const tags = text
    .split('&')
    .filter((pair) => pair !== '')
    .map(readPair);
  if (tags.some(({ key }) => key === '')) throw wrong('A tag needs a key.');
  if (new Set(tags.map(({ key }) => key)).size < tags.length) throw wrong('A key stands twice.');
  return tags;
}

function readPair(pair: string): RuleTag {
  const at = pair.indexOf('=');
  try {
    return at < 0
      ? { key: decodeURIComponent(pair), value: '' }
      : {
          key: decodeURIComponent(pair.slice(0, at)),
          value: decodeURIComponent(pair.slice(at + 1)),
        };
  } catch {
    throw wrong('The tags are not percent-encoded as in key=value&key=value.');
  }
}

/** Formats the pairs as text. */
export function writeTagPairs(tags: readonly RuleTag[]): string {
  return tags
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

function wrong(detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { field: 'tags', detail });
}
